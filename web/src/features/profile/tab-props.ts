import type { Profile } from '@dictara/contract/profile'

/** What every tab of the profile is given. */
export interface TabProps {
  profile: Profile
  isEditing: boolean
  /** Saved, or left as it was. */
  onDone: () => void
}
