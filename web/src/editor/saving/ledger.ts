import { defaultHeadingId, type Section } from '@dictara/contract/notes'
import { defaultSection, type NoteChange, newSectionId } from '../sections.ts'
import type { NoteDraft, SaveRequest } from './autosave-types.ts'
import { orderWith, recognised } from './draft.ts'

/**
 * Everything that the server has not acknowledged, and what it is known to hold. Keys are the editor's section ids,
 * which never change while the page is open; `serverIds` maps them to the server's ids.
 */
export interface Ledger {
  readonly pending: ReadonlyMap<string, Section>
  readonly order: readonly string[]
  readonly removed: ReadonlySet<string>
  readonly storedOrder: readonly string[]
  readonly versions: ReadonlyMap<string, number>
  readonly serverIds: ReadonlyMap<string, string>
  /** Texts that were sent without an answer so far: the server may hold any of them. */
  readonly sent: ReadonlyMap<string, readonly Section[]>
  /** Sections that the server deleted at our request. */
  readonly gone: ReadonlySet<string>
  /** An order was sent without an answer: the server may hold it, or the earlier one. */
  readonly isOrderUnsure: boolean
  /** Sections whose deletion was requested without an answer. */
  readonly maybeGone: ReadonlySet<string>
  /** The server's text of sections that both sides changed; null if the section is gone there. */
  readonly conflicts: ReadonlyMap<string, Section | null>
}

/** A save in flight, with the editor's ids and the texts that it contains. */
export interface Flight {
  readonly request: SaveRequest
  readonly texts: ReadonlyMap<string, Section>
  readonly order: readonly string[]
  readonly removed: readonly string[]
}

export const serverIdOf = (ledger: Ledger, id: string) => ledger.serverIds.get(id) ?? id

/** The editor's id of a section with this server id. */
export const editorIdOf = (ledger: Ledger, serverId: string) =>
  [...ledger.serverIds].find(([, each]) => each === serverId)?.[0] ?? serverId

/** The ledger of a newly opened note: `sections` as received from the server, `draft` as not yet saved there. */
export const openLedger = (sections: readonly Section[], draft?: NoteDraft | null): Ledger => {
  const unsaved = draft && recognised(draft, sections)
  const storedOrder = sections.map(({ id }) => id)
  const versions = new Map<string, number>()
  for (const { id, version } of [...sections, ...(unsaved?.sections ?? [])]) {
    if (version !== undefined) versions.set(id, version)
  }
  return {
    pending: new Map(unsaved?.sections.map((section) => [section.id, section])),
    order: unsaved ? orderWith(unsaved, sections) : storedOrder,
    removed: new Set(unsaved?.removed.filter((id) => storedOrder.includes(id))),
    storedOrder,
    isOrderUnsure: false,
    versions,
    serverIds: new Map(),
    sent: Map.groupBy(unsaved?.sent ?? [], ({ id }) => id),
    gone: new Set(),
    maybeGone: new Set(unsaved?.deleted),
    conflicts: new Map(),
  }
}

const isStored = (ledger: Ledger, id: string) => ledger.versions.has(id) && !ledger.gone.has(id)
const orderToStore = (ledger: Ledger) =>
  ledger.order.filter((id) => (isStored(ledger, id) || ledger.pending.has(id)) && ledger.conflicts.get(id) !== null)

const isOrderStored = (ledger: Ledger) => {
  if (ledger.isOrderUnsure) return false
  const stored = ledger.storedOrder.filter((id) => ledger.order.includes(id))
  return (
    orderToStore(ledger)
      .filter((id) => ledger.storedOrder.includes(id))
      .join() === stored.join()
  )
}

/** A save got no answer: its content may or may not be stored. */
export const unanswered = (ledger: Ledger, flight: Flight): Ledger =>
  flight.order.join() === ledger.storedOrder.join() ? ledger : { ...ledger, isOrderUnsure: true }

/** Whether anything is unacknowledged. */
export const hasWork = (ledger: Ledger) => ledger.pending.size > 0 || ledger.removed.size > 0 || !isOrderStored(ledger)

/** Adds edits to the ledger. */
export const recordChange = (ledger: Ledger, change: NoteChange): Ledger => {
  const pending = new Map(ledger.pending)
  const removed = new Set(ledger.removed)
  const conflicts = new Map(ledger.conflicts)
  for (const section of change.sections) pending.set(section.id, section)
  for (const id of change.order) removed.delete(id)
  for (const id of change.removed) {
    pending.delete(id)
    conflicts.delete(id)
    if (isStored(ledger, id) || ledger.sent.has(id)) removed.add(id)
  }
  return { ...ledger, pending, removed, conflicts, order: change.order }
}

/** A section as the server knows it: its id, and the version that the text started from. */
const wireSection = (ledger: Ledger, id: string, { heading, content }: Section): Section => {
  const version = ledger.versions.get(id)
  return { id: serverIdOf(ledger, id), ...(version === undefined ? {} : { version }), heading, content }
}

/** The next save, if there is anything to save. A section that was deleted on the server gets a new id there. */
export const nextFlight = (ledger: Ledger): { ledger: Ledger; flight: Flight } | undefined => {
  if (!hasWork(ledger)) return undefined
  const texts = new Map([...ledger.pending].filter(([id]) => !ledger.conflicts.has(id)))
  const removed = [...ledger.removed]
  for (const id of removed) {
    // The server's default section cannot be deleted (Q122), so it becomes blank. A section without a known server id is
    // sent first to learn its id.
    const lastSent = ledger.sent.get(id)?.at(-1)
    if (serverIdOf(ledger, id) === defaultHeadingId) texts.set(id, defaultSection())
    else if (!ledger.versions.has(id) && lastSent) texts.set(id, lastSent)
  }
  const reborn = [...texts.keys()].filter((id) => ledger.gone.has(id))
  const serverIds = new Map([...ledger.serverIds, ...reborn.map((id) => [id, newSectionId()] as const)])
  const versions = new Map([...ledger.versions].filter(([id]) => !reborn.includes(id)))
  const gone = new Set([...ledger.gone].filter((id) => !reborn.includes(id)))
  const sent = new Map([...ledger.sent, ...[...texts].map(([id, text]) => [id, sentAlso(ledger, id, text)] as const)])
  const next: Ledger = { ...ledger, serverIds, versions, gone, sent }
  const order = orderToStore(next).filter((id) => versions.has(id) || texts.has(id))
  const deleted = removed.filter((id) => !texts.has(id))
  if (!texts.size && !deleted.length && isOrderStored(ledger)) return undefined
  const request = {
    sections: [...texts].map(([id, section]) => wireSection(next, id, section)),
    sectionIds: order.map((id) => serverIdOf(next, id)),
    removedIds: deleted.map((id) => serverIdOf(next, id)),
  }
  const maybeGone = new Set([...ledger.maybeGone, ...deleted])
  return { ledger: { ...next, maybeGone }, flight: { request, texts, order, removed: deleted } }
}

const sentAlso = (ledger: Ledger, id: string, text: Section) => {
  const before = ledger.sent.get(id) ?? []
  return before.at(-1) === text ? before : [...before, text]
}

/** Everything unacknowledged, with ids and versions that the server will recognise after a reload. */
export const draftOf = (ledger: Ledger): NoteDraft | null => {
  if (!hasWork(ledger)) return null
  const onWire = (id: string, section: Section) => wireSection(ledger, id, section)
  return {
    sections: [...ledger.pending].map(([id, section]) => onWire(id, section)),
    order: ledger.order.map((id) => serverIdOf(ledger, id)),
    removed: [...ledger.removed].map((id) => serverIdOf(ledger, id)),
    sent: [...ledger.sent].flatMap(([id, texts]) => texts.map((section) => onWire(id, section))),
    deleted: [...ledger.gone, ...ledger.maybeGone].map((id) => serverIdOf(ledger, id)),
  }
}
