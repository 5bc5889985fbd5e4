import type { JobFilter } from '@dictara/contract/job-lists'
import type { StoredUser } from '@dictara/contract/identity'
import type { Group } from './job-tabs.ts'

/** The choices made in the drawer. An empty list restricts nothing. */
export interface FilterChoice {
  facilityIds: readonly string[]
  doctorIds: readonly string[]
}

export const noFilter: FilterChoice = { facilityIds: [], doctorIds: [] }

/** The filter if none is saved: on My Jobs, a doctor sees their own jobs (JOBS-44). */
export const defaultFilter = (user: Pick<StoredUser, 'id' | 'userType'>, group: Group): FilterChoice =>
  user.userType === 'doctor' && group === 'my-jobs' ? { ...noFilter, doctorIds: [user.id] } : noFilter

/** A saved configuration (JOBS-50); null if none was saved. */
export function choiceOf(saved: JobFilter): FilterChoice | null {
  if (saved.length === 0) return null
  const valuesOf = (key: JobFilter[number]['key']) => saved.find((entry) => entry.key === key)?.values ?? []
  return { facilityIds: valuesOf('facilityIds'), doctorIds: valuesOf('doctorIds') }
}

export const entriesOf = ({ facilityIds, doctorIds }: FilterChoice): JobFilter => [
  { key: 'facilityIds', type: 'string', values: [...facilityIds] },
  { key: 'doctorIds', type: 'string', values: [...doctorIds] },
]

const same = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((id) => other.includes(id))

/** True when both filters match the same jobs, whatever the order of the ticks (JOBS-43). */
export const isSameFilter = (one: FilterChoice, other: FilterChoice) =>
  same(one.facilityIds, other.facilityIds) && same(one.doctorIds, other.doctorIds)
