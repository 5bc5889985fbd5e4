import type { StoredUser } from '@dictara/contract/identity'
import { isManager } from '@dictara/contract/roles'
import { paths } from '../platform/paths.ts'

/** A way from the settings home to a page of them. */
export interface SettingTile {
  label: string
  to: string
  about: string
}

type Who = Pick<StoredUser, 'userType' | 'facilityAccessEnable'>

const profile: SettingTile = {
  label: 'Profile',
  to: paths.profile,
  about: 'Your name, photo and address, how you sign in, and what you are told.',
}
const deviceConfig: SettingTile = {
  label: 'Device Config',
  to: paths.deviceConfiguration,
  about: 'Which fields of the EHR are shown for each work type.',
}
const keyToPhrase: SettingTile = {
  label: 'Key to Phrase',
  to: '/dashboard/settings/key-to-phrase',
  about: 'Short keys for phrases that you say often.',
}
const templates: SettingTile = {
  label: 'Dictation Template',
  to: '/dashboard/settings/dictation',
  about: 'The headings that your notes begin with.',
}
const facility: SettingTile = {
  label: 'Facility',
  to: '/dashboard/settings/facility',
  about: 'The facilities of your clinic.',
}
const turnaround = ({ userType }: Who): SettingTile => ({
  label: 'Turnaround',
  to: paths.turnaround,
  about: `By when notes are due at each facility${userType === 'clinicAdmin' ? ', and how many characters are a line' : ''}.`,
})

/** The tiles of a person, by what they are and may do (SETT-01 to SETT-10). */
export function tilesOf(user: Who): SettingTile[] {
  if (isManager(user)) {
    const mayManageFacilities = user.userType === 'clinicAdmin' || user.facilityAccessEnable
    const tiles = [profile, turnaround(user), deviceConfig, keyToPhrase, templates]
    return mayManageFacilities ? [...tiles, facility] : tiles
  }
  return user.userType === 'doctor' ? [profile, keyToPhrase, templates] : [profile]
}
