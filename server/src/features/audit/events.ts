import { allCalls } from '@dictara/contract/all'
import type { CallSpec } from '@dictara/contract'
import { answersOfPatient, onlyAsks } from '../../platform/http/audited.ts'

const specs: readonly CallSpec[] = Object.values(allCalls).flatMap((calls) => Object.values<CallSpec>(calls))

/** True for calls that tell that something was printed. */
const tellsOfPrint = ({ audit }: CallSpec) => audit?.endsWith('printed') ?? false

const onlyReads = (spec: CallSpec) => onlyAsks(spec) || tellsOfPrint(spec)

const eventsOf = (chosen: readonly CallSpec[]): string[] => [...new Set(chosen.flatMap(({ audit }) => audit ?? []))]

/** The events that say that somebody read something, or had it printed. */
export const readEvents: readonly string[] = eventsOf(specs.filter(onlyReads))

/** Those by which somebody saw, heard or printed something about a patient. */
export const lookEvents: readonly string[] = [
  ...eventsOf(specs.filter((spec) => onlyReads(spec) && (answersOfPatient(spec) || tellsOfPrint(spec)))),
  'audio.opened',
]
