import { allCalls } from '@dictara/contract/all'
import type { CallSpec } from '@dictara/contract'
import { answersOfPatient } from '../../platform/http/audited.ts'

const specs: readonly CallSpec[] = Object.values(allCalls).flatMap((calls) => Object.values<CallSpec>(calls))

/** True for calls that change nothing: those that only ask, and those that tell that something was printed. */
const onlyReads = ({ method, readsBody, path }: CallSpec) => method === 'GET' || readsBody || path.endsWith('printed')

const eventsOf = (chosen: readonly CallSpec[]): string[] => [...new Set(chosen.flatMap(({ audit }) => audit ?? []))]

/** The events that say that somebody read something. */
export const readEvents: readonly string[] = eventsOf(specs.filter(onlyReads))

/** Of those, the ones that say that somebody saw what is told of a patient, or had it printed. */
export const lookEvents: readonly string[] = [
  ...eventsOf(specs.filter((spec) => onlyReads(spec) && (answersOfPatient(spec) || spec.path.endsWith('printed')))),
  'audio.opened',
]
