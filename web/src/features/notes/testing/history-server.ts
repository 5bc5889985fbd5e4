import type { Section } from '@dictara/contract/notes'
import type { SaveAnswer, SaveRequest } from '../../../editor/autosave.ts'

/** Returns a generator of random numbers that repeats the same sequence for the same seed. */
export function seeded(seed: number): (most: number) => number {
  let state = seed
  return (most) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % most
  }
}

export const aSection = (id: string, text: string, version?: number): Section => ({
  id,
  ...(version === undefined ? {} : { version }),
  heading: { customUIHeading: 'PLAN', systemHeading: 'PLAN' },
  content: text.split('\n').map((value) => ({ value, type: 'Text', newParagraph: true, count: 0 })),
})
export const textOf = (section: Section) => section.content.map(({ value }) => value).join('\n')
/** Returns the words that were typed during the history. The first text of a section has no such words. */
export const wordsOf = (text: string): string[] => text.match(/w\d+/g) ?? []

/** Faults that the product could have. A test plants each of them to check that the histories find it. */
export type Fault = 'one draft for all tabs' | 'any answer ends the draft' | 'late writes win'

/**
 * A model of the server's part in a note, written independently of the product: versions, ids, turns of saves, and the
 * holder of the job.
 */
export class NoteServer {
  stored = new Map<string, { version: number; text: string }>()
  ids = new Map<string, string>()
  versions = new Map<string, number>()
  everSaved = new Set<string>()
  turns = new Map<string, number>()
  started: [string, string][]
  heldSince = 1
  holder: 'us' | 'another' | 'nobody' | 'completed' = 'us'

  /**
   * Words that left the note because a person removed their section or released the job, both of which discard text.
   */
  givenUp = new Set<string>()
  private readonly fault: Fault | undefined

  constructor(fault?: Fault) {
    this.fault = fault
    for (const id of ['a', 'b']) this.store(id, `start ${id}`)
    this.started = this.texts()
  }

  get isHeld() {
    return this.holder === 'us'
  }

  texts = () => [...this.stored].map(([id, { text }]): [string, string] => [id, text])
  words = () => this.texts().flatMap(([, text]) => wordsOf(text))
  sections = () => [...this.stored].map(([id, { text, version }]) => aSection(id, text, version))

  private store(id: string, text: string) {
    const version = (this.versions.get(id) ?? 0) + 1
    this.versions.set(id, version)
    this.stored.set(id, { version, text })
    this.everSaved.add(text)
  }

  private isTurn(editor: string, turn: number) {
    if (turn < (this.turns.get(editor) ?? 0)) return false
    this.turns.set(editor, turn)
    return true
  }

  save(request: SaveRequest, editor: string, turn: number): SaveAnswer {
    if (!this.isHeld) return { kind: 'refused', message: 'You are not working on this job any more.' }
    const isAnyTaken = this.fault === 'late writes win'
    if (!this.isTurn(editor, turn) && !isAnyTaken) return { kind: 'offline' }
    const targets = request.sections.map((section) => ({ section, id: this.ids.get(section.id) ?? section.id }))
    const conflicts = targets.flatMap(({ section, id }): { mine: Section; theirs: Section | null }[] => {
      const known = this.stored.get(id)
      const isNew = section.id.startsWith('new-')
      if (!known) return isNew ? [] : [{ mine: section, theirs: null }]
      const from = section.version ?? (isNew ? 1 : undefined)
      if (from === known.version || known.text === textOf(section) || isAnyTaken) return []
      return [{ mine: section, theirs: aSection(id, known.text, known.version) }]
    })
    if (conflicts.length > 0) return { kind: 'conflict', conflicts }
    const newSectionsId: { temporaryId: string; id: string }[] = []
    const sections = targets.map(({ section, id: known }) => {
      let id = known
      if (section.id.startsWith('new-')) {
        if (!this.stored.has(id)) this.ids.set(section.id, (id = `s${this.versions.size}`))
        newSectionsId.push({ temporaryId: section.id, id })
      }
      if (this.stored.get(id)?.text !== textOf(section)) this.store(id, textOf(section))
      return aSection(id, textOf(section), this.stored.get(id)!.version)
    })
    for (const removed of request.removedIds) {
      const id = this.ids.get(removed) ?? removed
      for (const word of wordsOf(this.stored.get(id)?.text ?? '')) this.givenUp.add(word)
      this.stored.delete(id)
    }
    return { kind: 'saved', sections, newSectionsId }
  }

  /** Puts the job back in the pool: the note gets the text that it had when it was started. */
  release() {
    if (this.holder !== 'us' && this.holder !== 'another') return
    this.holder = 'nobody'
    const before = this.words()
    for (const id of this.stored.keys()) if (!this.started.some(([each]) => each === id)) this.stored.delete(id)
    for (const [id, text] of this.started) if (this.stored.get(id)?.text !== text) this.store(id, text)
    const after = new Set(this.words())
    for (const word of before) if (!after.has(word)) this.givenUp.add(word)
  }

  start() {
    if (this.holder === 'nobody') this.handTo('us')
  }

  /** Gives the job to somebody else, as an admin does. What is saved stays, and a later release restores this state. */
  handTo(holder: 'us' | 'another') {
    if (this.holder === holder) return
    this.holder = holder
    this.heldSince += 1
    this.started = this.texts()
  }

  /** Lets another person type while they hold the job. */
  typeAsAnother(at: number, word: string) {
    const ids = [...this.stored.keys()]
    const id = ids[at % ids.length]
    this.store(id ?? 'a', id ? `${this.stored.get(id)!.text} ${word}` : word)
  }

  complete() {
    if (this.holder === 'another') this.holder = 'completed'
  }
}
