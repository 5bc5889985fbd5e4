import type { Profile } from '@dictara/contract/profile'

/** The props of every tab of the profile. */
export interface TabProps {
  profile: Profile
  isEditing: boolean
  /** The data was saved, or left as it was. */
  onDone: () => void
}
