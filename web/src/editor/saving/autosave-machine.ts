import type { Section } from '@dictara/contract/notes'
import type { NoteChange } from '../sections.ts'
import type { AutosaveStatus, Keep, SaveAnswer, SaveRequest } from './autosave-types.ts'
import { type Flight, hasWork, type Ledger, nextFlight, recordChange, unanswered } from './ledger.ts'
import { acknowledged, conflicted, resolved, takenOver } from './ledger-answers.ts'

/** Time from the last edit to the save (EDIT-39). */
export const autosaveDelayMs = 3000
/** How long Saved is shown (EDIT-37). */
export const savedShownMs = 1000
const longestRetryMs = 60_000
/** During typing without a pause, the text is saved, or reported as unsaved, at least this often. */
export const longestUnsavedMs = 15_000
/** A save without an answer after this time is given up and repeated. */
export const saveLimitMs = 20_000

type Failure = Extract<SaveAnswer, { kind: 'offline' | 'signed-out' | 'busy' }>

export interface Machine {
  readonly ledger: Ledger
  /** The save in flight, at most one. */
  readonly flight: Flight | null
  /** A save timer is running. */
  readonly isWaiting: boolean
  /** Save again as soon as the save in flight is answered. */
  readonly isUrgent: boolean
  /** Number of consecutive saves without an answer. */
  readonly failures: number
  /** The kind of the last failure. */
  readonly failure: Failure
  /** The browser reports that there is no network. */
  readonly isAway: boolean
  /** Nothing is sent, because the person may discard the changes. */
  readonly isHeld: boolean
  readonly refusal: string | null
  readonly isSavedShown: boolean
}

export type AutosaveEvent =
  | { type: 'changed'; change: NoteChange }
  | { type: 'due' }
  | { type: 'save-now' }
  | { type: 'given-up' }
  | { type: 'network'; isAway: boolean }
  | { type: 'held'; isHeld: boolean }
  | { type: 'answered'; answer: SaveAnswer }
  | { type: 'resolved'; id: string; keep: Keep }
  | { type: 'taken-over'; sections: readonly Section[] }
  | { type: 'saved-shown' }

export type AutosaveEffect =
  | { type: 'send'; request: SaveRequest }
  | { type: 'wait'; ms: number }
  | { type: 'show-saved'; ms: number }

export const startMachine = (ledger: Ledger): Machine => ({
  ledger,
  flight: null,
  isWaiting: false,
  isUrgent: false,
  failures: 0,
  failure: { kind: 'offline' },
  isAway: false,
  isHeld: false,
  refusal: null,
  isSavedShown: false,
})

type Step = [Machine, AutosaveEffect[]]

const wait = (machine: Machine, ms: number): Step => [{ ...machine, isWaiting: true }, [{ type: 'wait', ms }]]

/** Sends the changes, or does so once the save in flight is answered. */
const send = (machine: Machine): Step => {
  if (machine.flight) return [{ ...machine, isUrgent: true }, []]
  if (machine.isHeld) return [machine, []]
  const next = nextFlight(machine.ledger)
  if (!next) return [{ ...machine, isUrgent: false }, []]
  const sending = { ...machine, ...next, isUrgent: false, isSavedShown: false }
  return [sending, [{ type: 'send', request: next.flight.request }]]
}

const landed = (machine: Machine, flight: Flight, answer: SaveAnswer): Step => {
  const back = { ...machine, flight: null, isUrgent: false }
  if (answer.kind === 'saved') {
    const ledger = acknowledged(machine.ledger, flight, answer)
    const saved = { ...back, ledger, failures: 0, refusal: null }
    if (!hasWork(ledger)) return [{ ...saved, isSavedShown: true }, [{ type: 'show-saved', ms: savedShownMs }]]
    if (machine.isUrgent) return send(saved)
    return machine.isWaiting ? [saved, []] : wait(saved, autosaveDelayMs)
  }
  if (answer.kind === 'refused') return [{ ...back, refusal: answer.message, failures: 0 }, []]
  if (answer.kind === 'conflict') {
    const { ledger, isNews } = conflicted(machine.ledger, flight, answer)
    if (isNews) return send({ ...back, ledger, failures: 0 })
  }
  const failures = machine.failures + 1
  const failure = answer.kind === 'conflict' ? machine.failure : answer
  const failed = { ...back, failures, failure, ledger: unanswered(machine.ledger, flight) }
  return machine.isWaiting
    ? [failed, []]
    : wait(failed, Math.min(longestRetryMs, autosaveDelayMs * 2 ** (failures - 1)))
}

/** The state machine of autosave: returns the next state and the actions for an event. Pure. */
export const step = (machine: Machine, event: AutosaveEvent): Step => {
  switch (event.type) {
    case 'changed': {
      const ledger = recordChange(machine.ledger, event.change)
      return wait({ ...machine, ledger, refusal: null, isSavedShown: false }, autosaveDelayMs)
    }
    case 'due':
      return send({ ...machine, isWaiting: false })
    case 'save-now':
      return send({ ...machine, refusal: null })
    case 'given-up':
      if (!machine.flight) return send({ ...machine, refusal: null })
      return send({ ...machine, flight: null, refusal: null, ledger: unanswered(machine.ledger, machine.flight) })
    case 'network':
      return event.isAway
        ? [{ ...machine, isAway: true }, []]
        : step({ ...machine, isAway: false }, { type: 'given-up' })
    case 'held': {
      const ledger = machine.flight ? unanswered(machine.ledger, machine.flight) : machine.ledger
      const next = { ...machine, ledger, flight: null, isUrgent: false, isHeld: event.isHeld }
      return event.isHeld ? [next, []] : send(next)
    }
    case 'answered':
      return machine.flight ? landed(machine, machine.flight, event.answer) : [machine, []]
    case 'resolved':
      return send({ ...machine, ledger: resolved(machine.ledger, event.id, event.keep).ledger })
    case 'taken-over':
      return [{ ...machine, ledger: takenOver(machine.ledger, event.sections).ledger }, []]
    case 'saved-shown':
      return [{ ...machine, isSavedShown: false }, []]
  }
}

/** The status for the page; a save that is repeated stays "offline" until one is answered. */
export const statusOf = (machine: Machine): AutosaveStatus => {
  const { ledger, flight, failures, failure, refusal, isAway, isSavedShown } = machine
  if (ledger.conflicts.size) {
    const conflicts = [...ledger.conflicts].flatMap(([id, theirs]) => {
      const mine = ledger.pending.get(id)
      return mine ? [{ id, mine, theirs }] : []
    })
    return { kind: 'conflict', conflicts }
  }
  if (isAway && hasWork(ledger)) return { kind: 'offline' }
  if (failures) return failure
  if (flight) return { kind: 'saving' }
  if (refusal !== null) return { kind: 'refused', message: refusal }
  if (hasWork(ledger)) return { kind: 'dirty' }
  return { kind: isSavedShown ? 'saved' : 'idle' }
}
