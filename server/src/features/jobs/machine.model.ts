/**
 * The state machine once more, written from job-machine.md alone: what a job is, and what each command makes of it.
 * Nothing here is shared with the product.
 */
export type Row =
  | 'T2'
  | 'T3'
  | 'T4'
  | 'T5'
  | 'T6'
  | 'T7'
  | 'T8'
  | 'T9'
  | 'T10a'
  | 'T10b'
  | 'T11'
  | 'T12'
  | 'T13'
  | 'T14a'
  | 'T14b'
  | 'T15'
  | 'T16'
  | 'T17'
  | 'T18'
  | 'T19'
  | 'T20'
  | 'T21'
  | 'T22'
  | 'T23'
  | 'T24'
  | 'T25'
  // What administrators do to people beside a job: nothing of the job changes.
  | 'disabled'
  | 'enabled'
  | 'unlinked'
  | 'linked'
  | 'works-as'

export type Command =
  | 'begin-conversion'
  | 'end-conversion'
  | 'fail-conversion'
  | 'start'
  | 'save'
  | 'release'
  | 'reject'
  | 'complete'
  | 'start-review'
  | 'approve'
  | 'file'
  | 'fail-filing'
  | 'resubmit'
  | 'open-bill'
  | 'bill'
  | 'strike'
  | 'delete'
  | 'reconvert'
  | 'disable-person'
  | 'enable-person'
  | 'unlink-person'
  | 'link-person'
  | 'change-works-as'
  | 'switch-facility'
  | 'assign'

export interface Model {
  status: string
  level: 'LEVEL_1' | 'LEVEL_2' | null
  holder: string | null
  transcriber: string | null
  returned: boolean
  levels: number
  approver: string | null
  failStage: 'CONVERSION' | 'EHR_WRITE' | null
  biller: string | null
  isDeleted: boolean
  isFacilityOpen: boolean
  /** Who is disabled, or not linked to the facility of the job any more: one person at a time. */
  out: { who: string; isDisabled: boolean } | null
}

export interface Cast {
  author: string
  /** Sends to the pool. */
  usesPool: boolean
  levels: 0 | 1 | 2
  typists: readonly string[]
  reviewers: readonly string[]
  admin: string
  biller: string
}

export const newJob = (levels: number): Model => ({
  status: 'RECEIVED',
  level: null,
  holder: null,
  transcriber: null,
  returned: false,
  levels,
  approver: null,
  failStage: null,
  biller: null,
  isDeleted: false,
  isFacilityOpen: true,
  out: null,
})

/** The row that a command takes, with what it changes; the row alone when it is to be refused. */
export interface Verdict {
  row: Row
  change: Partial<Model> | null
}

const free = { holder: null }

/** What administrators do to people, and the system to jobs: the job may be gone, the person as well. */
const ofPeople = new Set<Command>([
  'disable-person',
  'enable-person',
  'unlink-person',
  'link-person',
  'change-works-as',
])
const ofSystem = new Set<Command>(['begin-conversion', 'end-conversion', 'fail-conversion', 'file', 'fail-filing'])

function judgePeople(m: Model, cast: Cast, command: Command, who: string, to: string): Verdict {
  const isAdmin = who === cast.admin
  const canGo = isAdmin && m.out === null && [...cast.typists, ...cast.reviewers].includes(to)
  switch (command) {
    case 'disable-person': {
      // Who holds a job of others loses it to its pool.
      const holds = m.holder === to && !m.isDeleted
      const released = { status: m.status === 'IN_REVIEW' ? 'READY' : 'AVAILABLE', ...free }
      const out = { who: to, isDisabled: true }
      return { row: holds || !canGo ? 'T23' : 'disabled', change: canGo ? { ...(holds && released), out } : null }
    }
    case 'enable-person':
      return { row: 'enabled', change: isAdmin && m.out?.isDisabled === true ? { out: null } : null }
    case 'unlink-person':
      // What they hold they may finish; they take nothing more there.
      return { row: 'unlinked', change: canGo ? { out: { who: to, isDisabled: false } } : null }
    case 'link-person':
      // Nobody is newly linked to a facility that is disabled.
      return {
        row: 'linked',
        change: isAdmin && m.out?.isDisabled === false && m.isFacilityOpen ? { out: null } : null,
      }
    default:
      return { row: 'works-as', change: null }
  }
}

/** What must happen when `who` gives a command; `to` is the person that a job is assigned to. */
export function judge(m: Model, cast: Cast, command: Command, who: string, to: string): Verdict {
  const { status, isFacilityOpen: isOpen } = m
  const isHolder = m.holder === who
  const transcribing = status === 'IN_PROGRESS'
  const reviewing = status === 'IN_REVIEW'
  const isAdmin = who === cast.admin
  const isAuthor = who === cast.author
  const yes = (row: Row, change: Partial<Model>): Verdict => ({ row, change })
  const no = (row: Row): Verdict => ({ row, change: null })
  const when = (condition: boolean, row: Row, change: Partial<Model>) => (condition ? yes(row, change) : no(row))
  if (ofPeople.has(command)) return judgePeople(m, cast, command, who, to)
  if (m.isDeleted && command !== 'switch-facility') return no(rowOf(command, m))
  // Who is disabled is signed out.
  if (m.out?.isDisabled && m.out.who === who && !ofSystem.has(command)) return no(rowOf(command, m))
  switch (command) {
    case 'begin-conversion':
      return when(status === 'RECEIVED', 'T2', { status: 'CONVERTING' })
    case 'end-conversion':
      if (cast.usesPool) return when(status === 'CONVERTING', 'T4', { status: 'AVAILABLE', failStage: null })
      return when(status === 'CONVERTING', 'T3', { status: 'IN_PROGRESS', holder: cast.author, failStage: null })
    case 'fail-conversion':
      return when(status === 'RECEIVED' || status === 'CONVERTING', 'T5', {
        status: 'INCOMPLETE',
        failStage: 'CONVERSION',
      })
    case 'start':
      return when(status === 'AVAILABLE' && cast.typists.includes(who) && m.out?.who !== who && isOpen, 'T6', {
        status: 'IN_PROGRESS',
        holder: who,
      })
    case 'save':
      return when((transcribing || reviewing) && isHolder && isOpen, 'T7', {})
    case 'release':
      if (reviewing) return when(isHolder || isAdmin, 'T12', { status: 'READY', ...free })
      return when(transcribing && m.holder !== cast.author && (isHolder || isAdmin), 'T8', {
        status: 'AVAILABLE',
        ...free,
      })
    case 'reject':
      if (reviewing)
        return when(isHolder && isOpen, 'T13', {
          status: 'IN_PROGRESS',
          level: null,
          returned: true,
          approver: null,
          holder: m.out?.isDisabled && m.out.who === m.transcriber ? cast.author : m.transcriber,
        })
      return when(transcribing && isHolder && !isAuthor && isOpen, 'T9', { returned: true, holder: cast.author })
    case 'complete': {
      // On a job whose EHR write failed it means trying that again.
      if (status === 'INCOMPLETE')
        return when(m.failStage === 'EHR_WRITE' && (isAuthor || isAdmin) && isOpen, 'T17', {
          status: 'WRITING',
          failStage: null,
        })
      const change = { returned: false, transcriber: who, approver: null, ...free }
      const may = transcribing && isHolder && isOpen
      if (m.levels > 0) return when(may, 'T10a', { ...change, status: 'READY', level: 'LEVEL_1' })
      return when(may, 'T10b', { ...change, status: 'WRITING', level: null })
    }
    case 'start-review':
      return when(
        status === 'READY' && cast.reviewers.includes(who) && m.approver !== who && m.out?.who !== who && isOpen,
        'T11',
        {
          status: 'IN_REVIEW',
          holder: who,
        },
      )
    case 'approve':
      if (m.level === 'LEVEL_1' && m.levels === 2)
        return when(reviewing && isHolder && isOpen, 'T14a', {
          status: 'READY',
          level: 'LEVEL_2',
          approver: who,
          ...free,
        })
      return when(reviewing && isHolder && isOpen, 'T14b', { status: 'WRITING', level: null, ...free })
    case 'file':
      return when(status === 'WRITING', 'T15', { status: 'COMPLETED' })
    case 'fail-filing':
      return when(status === 'WRITING', 'T16', { status: 'INCOMPLETE', failStage: 'EHR_WRITE' })
    case 'resubmit':
      return when(status === 'INCOMPLETE' && (isAuthor || isAdmin) && isOpen, 'T17', {
        status: m.failStage === 'EHR_WRITE' ? 'WRITING' : 'CONVERTING',
        failStage: null,
      })
    case 'open-bill':
      return when(status === 'COMPLETED' && who === cast.biller, 'T18', { biller: who })
    case 'bill':
      return when(status === 'COMPLETED' && who === cast.biller && m.biller === who, 'T19', { status: 'BILLED' })
    case 'strike':
      return when(status === 'COMPLETED' && isAuthor, 'T20', { status: 'STRUCK_OUT' })
    case 'delete':
      return when(
        (['AVAILABLE', 'IN_PROGRESS', 'INCOMPLETE'].includes(status) || (status === 'READY' && m.holder === null)) &&
          (isAuthor || isAdmin),
        'T21',
        { isDeleted: true, ...free },
      )
    case 'reconvert':
      return when(transcribing && isHolder && isOpen, 'T22', {})
    case 'switch-facility':
      return when(isAdmin, 'T24', { isFacilityOpen: !isOpen })
    case 'assign': {
      const inReview = status === 'READY' || reviewing
      const canHold = inReview
        ? cast.reviewers.includes(to) && m.approver !== to
        : to === cast.author || cast.typists.includes(to)
      const isStage = inReview || status === 'AVAILABLE' || transcribing
      return when(isAdmin && isStage && canHold && m.out?.who !== to && isOpen, 'T25', {
        status: inReview ? 'IN_REVIEW' : 'IN_PROGRESS',
        holder: to,
      })
    }
    default:
      return no(rowOf(command, m))
  }
}

/** The row that a command would take, for counting its refusals on a job that is gone. */
function rowOf(command: Command, m: Model): Row {
  const rows: Partial<Record<Command, Row>> = {
    'begin-conversion': 'T2',
    'end-conversion': 'T3',
    'fail-conversion': 'T5',
    start: 'T6',
    save: 'T7',
    release: 'T8',
    reject: 'T9',
    complete: m.levels > 0 ? 'T10a' : 'T10b',
    'start-review': 'T11',
    approve: 'T14b',
    file: 'T15',
    'fail-filing': 'T16',
    resubmit: 'T17',
    'open-bill': 'T18',
    bill: 'T19',
    strike: 'T20',
    delete: 'T21',
    reconvert: 'T22',
    assign: 'T25',
  }
  return rows[command] ?? 'T24'
}
