import type { UserType } from '@dictara/contract'
import type { StoredUser } from '@dictara/contract/identity'
import { isManager } from '@dictara/contract/roles'
import type { JobCounts } from '@dictara/contract/job-lists'
import type { Group } from '../features/jobs/index.ts'
import { paths } from '../platform/paths.ts'
import type { SiteConfig } from '../platform/site-config.ts'

/** A page that the search can find. */
export interface NamedPage {
  label: string
  to: string
  /** Other words that people use for the page. */
  words?: string
}

export interface MenuItem extends NamedPage {
  /** Second path segments for which this item is selected (SHELL-36); the first is the item's own. */
  segments: readonly string[]
  /** Pages that are opened from it. */
  within?: readonly NamedPage[]
  /** The job count shown beside the item while the menu is open. */
  count?: { group: Group; of: keyof JobCounts }
}

const item = (label: string, to: string, ...further: string[]): MenuItem => ({
  label,
  to,
  segments: [to.split('/')[2] ?? '', ...further],
})
const dashboard = { ...item('Dashboard', '/dashboard'), words: 'home start overview charts' }
const audit = item('Audit', '/dashboard/audit')
/** For the people who pay typists. */
const lineCounts = {
  ...item('Line counts', '/dashboard/line-counts'),
  words: 'pay typists rate minutes payroll lines report',
}
const roster = { ...item('Roster', '/dashboard/roster'), words: 'schedule week visits appointments' }
const patients = { ...item('Patients', '/dashboard/patients'), words: 'mrn add new patient' }
const reviewers = { ...item('Reviewers', '/dashboard/reviewers'), words: 'transcriptionists typists' }
const billers = item('Billers', '/dashboard/billers')
const users = {
  ...item('Users', '/dashboard/UsersPage', 'doctors', 'reviewers', 'billers', 'Billers', 'admins'),
  words: 'people staff accounts',
  within: [
    { label: 'Admins', to: '/dashboard/UsersPage?tab=admins', words: 'administrators' },
    { label: 'Doctors', to: '/dashboard/doctors' },
    reviewers,
    billers,
    { label: 'Import people', to: paths.importPeople, words: 'csv invite' },
  ],
}
const settings = { ...item('Settings', '/dashboard/settings', 'facility'), words: 'preferences options configuration' }
const billing: MenuItem = {
  ...item('Billing', paths.billing),
  words: 'payments money credit cards invoices receipts',
  within: [
    { label: 'Manage Cards', to: paths.manageCards, words: 'credit card payment' },
    { label: 'Manage Subscription', to: paths.manageSubscription, words: 'plan trial upgrade cancel' },
    { label: 'Past Payments', to: paths.paymentLogs, words: 'payment logs receipts bills invoices' },
  ],
}
const jobs = (list: string, group: Group, of: keyof JobCounts): MenuItem => ({
  ...item('Jobs', `/dashboard/jobs-list/${list}`, 'editor', 'new-editor'),
  words: 'dictations notes transcription list',
  count: { group, of },
})

/** The sidebar of each kind of person (SHELL-27 to SHELL-32, Q015). */
export const menus: Record<UserType, readonly MenuItem[]> = {
  admin: [
    dashboard,
    reviewers,
    billers,
    jobs('available', 'my-jobs', 'availableJobs'),
    audit,
    roster,
    patients,
    users,
    settings,
    billing,
  ],
  reviewer: [dashboard, jobs('jobs-to-review/ready', 'jobs-to-review', 'readyJobs'), settings],
  transcriptionist: [dashboard, jobs('available', 'my-jobs', 'availableJobs'), settings],
  doctor: [dashboard, jobs('my-jobs/in-progress', 'my-jobs', 'inProgressJobs'), audit, roster, patients, settings],
  clinicAdmin: [
    dashboard,
    jobs('ready', 'jobs-to-review', 'readyJobs'),
    audit,
    roster,
    patients,
    users,
    settings,
    billing,
  ],
  biller: [item('Jobs', '/dashboard/biller', 'billers-jobs'), roster, item('Audit', '/dashboard/biller-audit')],
  dictaraGod: [
    {
      ...item('Dictionary', paths.dictionary, 'dictionary-templates'),
      words: 'phrases keys',
      within: [{ label: 'Dictation Templates', to: paths.dictionaryTemplates, words: 'headings' }],
    },
  ],
}

const hl7Files = { ...item('HL7 Files', '/dashboard/hl7'), words: 'hl7 import export messages adt siu mdm' }
/** Where the notes of the facilities go; for the people who look after their EHRs. */
const delivery = { ...item('Delivery', paths.delivery), words: 'ehr hl7 fhir sent waiting failed notes send again' }
const demoEhr = { ...item('Demo EHR', '/dashboard/demo-ehr'), words: 'received notes filed' }
/** The mailbox contains the links of every invitation, so only people who run the whole clinic see it. */
const mailbox = { ...item('Mailbox', '/dashboard/mailbox'), words: 'mails email invitations codes' }

/**
 * The sidebar of a person. Admins of a demo clinic also see what its demo EHR received (Q192).
 * @param site what the server tells every visitor: without a mail server, the clinic's mails are in its mailbox; without payments there is
 * no Billing. Until it has arrived, Billing is there
 */
export const menuOf = (
  { userType, demo, hl7Integration }: Pick<StoredUser, 'userType' | 'demo' | 'hl7Integration'>,
  { keepsMails = false, hasPayments = true }: Partial<Pick<SiteConfig, 'keepsMails' | 'hasPayments'>> = {},
): readonly MenuItem[] => [
  ...menus[userType]
    .filter((one) => one !== billing || hasPayments)
    .flatMap((one) => (one === audit && isManager({ userType }) ? [audit, lineCounts] : one)),
  ...(userType === 'clinicAdmin' || userType === 'admin' ? [delivery] : []),
  // Q016: where a facility has HL7 integration.
  ...(hl7Integration && (userType === 'clinicAdmin' || userType === 'admin') ? [hl7Files] : []),
  ...(demo && (userType === 'clinicAdmin' || userType === 'admin') ? [demoEhr] : []),
  ...((demo || keepsMails) && userType === 'clinicAdmin' ? [mailbox] : []),
]

/** The menu item of the current page, or the item that leads to it (SHELL-36). */
export function selectedOf(items: readonly MenuItem[], pathname: string): MenuItem | undefined {
  const segment = pathname.split('/')[2] ?? ''
  return (
    items.find(({ segments }) => segments[0] === segment) ?? items.find(({ segments }) => segments.includes(segment))
  )
}
