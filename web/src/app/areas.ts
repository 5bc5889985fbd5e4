import type { UserType } from '@dictara/contract'
import { authors, everyone, managers, rosterViewers } from '@dictara/contract/roles'
import type { StoredUser } from '@dictara/contract/identity'
import type { JobCounts } from '@dictara/contract/job-lists'
import type { Group } from '../features/jobs/index.ts'

/** Signed-in areas: path below /dashboard, page title, who may open it, and whether this version has it (SHELL-03 to SHELL-26). */
export interface Area {
  path: string
  title: string
  roles: readonly UserType[]
}

/** Areas that this version does not have yet: their routes, guards and titles stand already. */
export const areasToCome: readonly Area[] = [
  { path: 'roster', title: 'Patient Roster', roles: rosterViewers },
  { path: 'settings/profile', title: 'Profile', roles: everyone },
  { path: 'settings/device-configuration', title: 'Device Config', roles: managers },
  { path: 'settings/key-to-phrase', title: 'Key to Phrase', roles: authors },
  { path: 'settings/dictation', title: 'Dictation', roles: authors },
  { path: 'settings/facility', title: 'Facility', roles: managers },
  { path: 'settings/ehr-configuration', title: 'EHR Configuration', roles: managers },
  { path: 'dictionary', title: 'Dictionary', roles: ['dictaraGod'] },
  { path: 'dictionary-templates', title: 'Dictionary', roles: ['dictaraGod'] },
  { path: 'biller-audit', title: 'Audit', roles: ['biller'] },
  { path: 'hl7', title: 'HL7 Files', roles: managers },
  { path: 'hl7/dictation', title: 'HL7 Files', roles: managers },
  { path: 'hl7/patient-details', title: 'HL7 Files', roles: managers },
  { path: 'hl7/calendar', title: 'HL7 Files', roles: managers },
  { path: 'billing', title: 'Billing', roles: managers },
  { path: 'billing/manage-cards', title: 'Manage Cards', roles: managers },
  { path: 'billing/payment-logs', title: 'Payment Logs', roles: managers },
  { path: 'billing/manage-subscription', title: 'Manage Subscription', roles: managers },
  { path: 'audit', title: 'Audit', roles: authors },
  { path: 'verify-emr/:clinicId/user/:userId', title: 'Verify EMR', roles: authors },
  { path: 'facility/:facilityId', title: 'Facility', roles: managers },
]

export interface MenuItem {
  label: string
  to: string
  /** Second segments of the paths for which the item is the selected one, the item's own first (SHELL-36). */
  segments: readonly string[]
  /** Which of the counts of the lists of jobs stands beside it while the menu is open. */
  count?: { group: Group; of: keyof JobCounts }
  /** Nothing of it is in this version for who has it in the menu. */
  isToCome?: true
}

const item = (label: string, to: string, ...further: string[]): MenuItem => ({
  label,
  to,
  segments: [to.split('/')[2] ?? '', ...further],
})
const dashboard = item('Dashboard', '/dashboard')
const audit = item('Audit', '/dashboard/audit')
const roster = item('Roster', '/dashboard/roster')
const users = item('Users', '/dashboard/UsersPage', 'doctors', 'reviewers', 'billers', 'Billers', 'admins')
/** What a clinic aims at is set there; what each person sets for themselves comes later. */
const settings = item('Settings', '/dashboard/settings')
const settingsToCome: MenuItem = { ...settings, isToCome: true }
const billing = item('Billing', '/dashboard/billing')
const jobs = (list: string, group: Group, of: keyof JobCounts): MenuItem => ({
  ...item('Jobs', `/dashboard/jobs-list/${list}`, 'editor', 'new-editor'),
  count: { group, of },
})

/** The sidebar of each kind of person (SHELL-27 to SHELL-32, Q015). */
export const menus: Record<UserType, readonly MenuItem[]> = {
  admin: [
    dashboard,
    item('Reviewers', '/dashboard/reviewers'),
    item('Billers', '/dashboard/billers'),
    jobs('available', 'my-jobs', 'availableJobs'),
    audit,
    roster,
    users,
    settings,
    billing,
  ],
  reviewer: [dashboard, jobs('jobs-to-review/ready', 'jobs-to-review', 'readyJobs'), settingsToCome],
  transcriptionist: [dashboard, jobs('available', 'my-jobs', 'availableJobs'), settingsToCome],
  doctor: [dashboard, jobs('my-jobs/in-progress', 'my-jobs', 'inProgressJobs'), audit, roster, settingsToCome],
  clinicAdmin: [dashboard, jobs('ready', 'jobs-to-review', 'readyJobs'), audit, roster, users, settings, billing],
  biller: [item('Jobs', '/dashboard/biller', 'billers-jobs'), roster, item('Audit', '/dashboard/biller-audit')],
  dictaraGod: [item('Dictionary', '/dashboard/dictionary')],
}

const demoEhr = item('Demo EHR', '/dashboard/demo-ehr')
/** Its mails hold the links of every invitation: for who runs the whole clinic. */
const mailbox = item('Mailbox', '/dashboard/mailbox')

/** The sidebar of a person; admins of a demo clinic also see what its demo EHR received (Q192). */
export const menuOf = ({ userType, demo }: Pick<StoredUser, 'userType' | 'demo'>): readonly MenuItem[] => {
  if (demo && userType === 'clinicAdmin') return [...menus.clinicAdmin, demoEhr, mailbox]
  return demo && userType === 'admin' ? [...menus.admin, demoEhr] : menus[userType]
}

/** Whether this version has it; what it has not stands apart from the menu, with what else is to come. */
export const isToCome = (item: MenuItem): boolean =>
  item.isToCome ?? areasToCome.some(({ path }) => item.to === `/dashboard/${path}`)

/** The item of the page that is shown: its own one, or the one that leads to it (SHELL-36). */
export function selectedOf(items: readonly MenuItem[], pathname: string): MenuItem | undefined {
  const segment = pathname.split('/')[2] ?? ''
  return (
    items.find(({ segments }) => segments[0] === segment) ?? items.find(({ segments }) => segments.includes(segment))
  )
}
