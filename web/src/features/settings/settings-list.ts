import type { StoredUser } from '@dictara/contract/identity'
import { isManager } from '@dictara/contract/roles'
import { paths } from '../../platform/paths.ts'

/** A link to one of the settings. */
interface SettingEntry {
  label: string
  to: string
  about: string
  /** Other words that people use for it, for the search. */
  words: string
}

/** Settings that belong together. */
export interface SettingGroup {
  title: 'You' | 'Clinic' | 'Dictation'
  entries: readonly SettingEntry[]
}

type Who = Pick<StoredUser, 'userType' | 'facilityAccessEnable'>

const profile: SettingEntry = {
  label: 'Profile',
  to: paths.profile,
  about: 'Your details, sign-in and notifications.',
  words: 'account password passkey authenticator second factor photo signature phone',
}
const signIn: SettingEntry = {
  label: 'Sign-in policy',
  to: paths.signInPolicy,
  about: 'Who needs a second factor, and who has one.',
  words: 'security login two-factor passkeys',
}
const facility: SettingEntry = {
  label: 'Facility',
  to: paths.facilities,
  about: 'Your facilities and how their notes are reviewed.',
  words: 'hospitals sites locations review levels',
}
const ehrConfiguration: SettingEntry = {
  label: 'EHR Configuration',
  to: paths.ehrConfiguration,
  about: 'Where finished notes are filed.',
  words: 'emr connection interface',
}
const deviceConfig: SettingEntry = {
  label: 'Device Config',
  to: paths.deviceConfiguration,
  about: 'EHR fields to show for each work type.',
  words: 'device configuration fields',
}
const authored: SettingGroup = {
  title: 'Dictation',
  entries: [
    {
      label: 'Key to Phrase',
      to: paths.phrases,
      about: 'Short keys for phrases you use often.',
      words: 'phrases macros shortcuts k2p',
    },
    {
      label: 'Dictation Template',
      to: paths.templates,
      about: 'The headings your notes start with.',
      words: 'templates headings sections',
    },
  ],
}

const clinicOf = ({ userType, facilityAccessEnable }: Who): SettingGroup => {
  const isOfClinic = userType === 'clinicAdmin'
  const turnaround: SettingEntry = {
    label: 'Turnaround',
    to: paths.turnaround,
    about: isOfClinic ? 'Due times per facility, and line length for counting.' : 'Due times per facility.',
    words: 'targets late due deadline line length',
  }
  return {
    title: 'Clinic',
    entries: [
      turnaround,
      ...(isOfClinic ? [signIn] : []),
      ...(isOfClinic || facilityAccessEnable ? [facility] : []),
      ehrConfiguration,
      deviceConfig,
    ],
  }
}

/** The settings of a person, by their roles and permissions (SETT-01 to SETT-10). */
export const settingsOf = (user: Who): readonly SettingGroup[] => [
  { title: 'You', entries: [profile] },
  ...(isManager(user) ? [clinicOf(user)] : []),
  ...(isManager(user) || user.userType === 'doctor' ? [authored] : []),
]
