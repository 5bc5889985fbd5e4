import {
  type Autosave,
  createAutosave,
  type Keep,
  type SaveAnswer,
  type SaveRequest,
  withDraft,
} from '../../../editor/autosave.ts'
import type { Section } from '../../../editor/sections.ts'
import type { DraftWriter, KeptText, NoteDrafts } from '../note-drafts.ts'
import { leaveNote, listOwed, openDraftPlace, type OwedText, taken } from '../owed-texts.ts'

/** Same numbers for the same seed. */
export function seeded(seed: number): (most: number) => number {
  let state = seed
  return (most) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % most
  }
}

const aSection = (id: string, text: string, version?: number): Section => ({
  id,
  ...(version === undefined ? {} : { version }),
  heading: { customUIHeading: 'PLAN', systemHeading: 'PLAN' },
  content: text.split('\n').map((value) => ({ value, type: 'Text', newParagraph: true, count: 0 })),
})
const textOf = (section: Section) => section.content.map(({ value }) => value).join('\n')
/** The words that were typed; those of the beginning are not counted. */
export const wordsOf = (text: string): string[] => text.match(/w\d+/g) ?? []

/** What the server does with a note, written apart from it: versions, ids, turns, who holds the job. */
export class NoteServer {
  stored = new Map<string, { version: number; text: string }>()
  ids = new Map<string, string>()
  versions = new Map<string, number>()
  everSaved = new Set<string>()
  turns = new Map<string, number>()
  started: [string, string][]
  heldSince = 1
  isHeld = true

  constructor() {
    for (const id of ['a', 'b']) this.store(id, `start ${id}`)
    this.started = this.texts()
  }

  texts = () => [...this.stored].map(([id, { text }]): [string, string] => [id, text])
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
    if (!this.isTurn(editor, turn)) return { kind: 'offline' }
    const targets = request.sections.map((section) => ({ section, id: this.ids.get(section.id) ?? section.id }))
    const conflicts = targets.flatMap(({ section, id }): { mine: Section; theirs: Section | null }[] => {
      const known = this.stored.get(id)
      const isNew = section.id.startsWith('new-')
      if (!known) return isNew ? [] : [{ mine: section, theirs: null }]
      const from = section.version ?? (isNew ? 1 : undefined)
      if (from === known.version || known.text === textOf(section)) return []
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
    for (const id of request.removedIds) this.stored.delete(this.ids.get(id) ?? id)
    return { kind: 'saved', sections, newSectionsId }
  }

  /** The job goes back to the pool: the note reads again as when it was started. */
  release() {
    if (!this.isHeld) return
    this.isHeld = false
    for (const id of this.stored.keys()) if (!this.started.some(([each]) => each === id)) this.stored.delete(id)
    for (const [id, text] of this.started) if (this.stored.get(id)?.text !== text) this.store(id, text)
  }

  start() {
    if (this.isHeld) return
    this.isHeld = true
    this.heldSince += 1
    this.started = this.texts()
  }
}

export type Network = 'there' | 'slow' | 'dead' | 'away' | 'loses answers'

/** One computer: what its browser keeps, who writes it, and how it reaches the server. */
export class Computer {
  kept = new Map<string, KeptText>()
  held = new Map<string, object>()
  network: Network = 'there'
  private writtenBy = new Map<string, DraftWriter>()
  private count = 0

  private readonly server: NoteServer

  constructor(server: NoteServer) {
    this.server = server
  }

  drafts(tab: object): NoteDrafts {
    const discarded = new Set<string>()
    return {
      listLeft: async () =>
        [...this.kept.values()].filter(({ id }) => !this.held.has(id)).toSorted((a, b) => b.changedAt - a.changedAt),
      openWriter: async (heldSince, id = `draft-${(this.count += 1)}`) => {
        if (this.held.has(id)) return undefined
        this.held.set(id, tab)
        let isClosed = false
        const writer: DraftWriter = {
          id,
          write: async (draft) => {
            const holder = this.held.get(id)
            if ((holder !== undefined && holder !== tab) || discarded.has(id)) return
            if (isClosed && this.writtenBy.get(id) !== writer) return
            this.writtenBy.set(id, writer)
            if (draft) this.kept.set(id, { id, draft, heldSince, changedAt: Date.now() })
            else this.kept.delete(id)
          },
          close: async () => {
            isClosed = true
            if (this.held.get(id) === tab) this.held.delete(id)
          },
        }
        return writer
      },
      discard: async ({ id, changedAt }) => {
        const text = this.kept.get(id)
        if (this.held.has(id) || (text && text.changedAt > changedAt)) return
        discarded.add(id)
        this.kept.delete(id)
      },
      findSaved: async (sections) => {
        if (this.network !== 'there') throw new Error('Not answered')
        return sections.filter((section) => this.server.everSaved.has(textOf(section))).map(({ id }) => id)
      },
      isOpenElsewhere: async () => false,
      watch: () => () => {},
    }
  }
}

/** One open editor with the product's own saving, and a person before it. */
export class Tab {
  readonly computer: Computer
  readonly autosave: Autosave
  note: { id: string; text: string }[]
  private readonly server: NoteServer
  private readonly drafts: NoteDrafts
  private readonly writer: DraftWriter | null
  private readonly dropped: Set<string>
  private readonly twice: Set<string>

  private constructor(
    server: NoteServer,
    computer: Computer,
    drafts: NoteDrafts,
    writer: DraftWriter | null,
    autosave: Autosave,
    note: { id: string; text: string }[],
    dropped: Set<string>,
    twice: Set<string>,
  ) {
    this.server = server
    this.computer = computer
    this.drafts = drafts
    this.writer = writer
    this.autosave = autosave
    this.note = note
    this.dropped = dropped
    this.twice = twice
  }

  static async open(
    server: NoteServer,
    computer: Computer,
    random: (most: number) => number,
    dropped: Set<string>,
    twice: Set<string>,
  ) {
    const self = {}
    const sections = server.sections()
    const drafts = computer.drafts(self)
    const { writer, draft } = await openDraftPlace(drafts, String(server.heldSince), sections)
    let turn = 0
    const editor = writer?.id ?? 'none'
    const send = async (request: SaveRequest): Promise<SaveAnswer> => {
      const mine = (turn = Math.max(turn + 1, Date.now()))
      const { network } = computer
      if (network === 'away') throw new TypeError('Failed to fetch')
      if (network === 'dead') return new Promise(() => {})
      // Slower than the limit now and then: it arrives after it was given up.
      if (network === 'slow') await new Promise((later) => setTimeout(later, random(45_000)))
      const answer = server.save(request, editor, mine)
      if (network === 'loses answers') throw new TypeError('Failed to fetch')
      return answer
    }
    const autosave = createAutosave({
      sections,
      draft,
      save: send,
      onDraft: (next) => writer?.write(next),
      onStatus: () => {},
    })
    const shown = (draft ? withDraft(sections, draft) : sections).map((section) => ({
      id: section.id,
      text: textOf(section),
    }))
    return new Tab(server, computer, drafts, writer, autosave, shown, dropped, twice)
  }

  private edit(changed: readonly { id: string; text: string }[], removed: readonly string[] = []) {
    this.autosave.edit({
      sections: changed.map(({ id, text }) => aSection(id, text)),
      order: this.note.map(({ id }) => id),
      removed,
    })
  }

  type(at: number, word: string) {
    const section = this.note[at % this.note.length]!
    section.text += ` ${word}`
    this.edit([section])
  }

  add(word: string) {
    const section = { id: `new-${word}`, text: word }
    this.note.push(section)
    this.edit([section])
  }

  remove(at: number) {
    if (this.note.length < 2) return
    const [section] = this.note.splice(at % this.note.length, 1)
    for (const word of wordsOf(section!.text)) this.dropped.add(word)
    this.edit([], [section!.id])
  }

  /** Says which words the note keeps, where the server has others. */
  decide(keep: Keep) {
    const status = this.autosave.status()
    if (status.kind !== 'conflict') return
    const { id, mine, theirs } = status.conflicts[0]!
    const [ours, others] = [wordsOf(textOf(mine)), wordsOf(theirs ? textOf(theirs) : '')]
    if (keep === 'theirs') for (const word of ours) this.dropped.add(word)
    if (keep === 'mine') for (const word of others) this.dropped.add(word)
    if (keep === 'both') for (const word of ours) if (others.includes(word)) this.twice.add(word)
    const shown = this.autosave.resolve(id, keep)
    if (shown) for (const section of this.note) if (section.id === id) section.text = textOf(shown)
    if (!shown) this.note = this.note.filter((section) => section.id !== id)
  }

  private shown = () => this.note.map(({ id, text }) => aSection(id, text))

  owed = () => listOwed(this.drafts, this.server.sections())

  /** Puts a kept text into the note. */
  async take(text: OwedText, isBoth: boolean) {
    const made = taken(this.shown(), text, isBoth, this.autosave.editorId)
    for (const section of made) {
      const there = this.note.find(({ id }) => id === section.id)
      const [before, after] = [wordsOf(there?.text ?? ''), wordsOf(textOf(section))]
      if (!isBoth) for (const word of before) if (!after.includes(word)) this.dropped.add(word)
      for (const word of wordsOf(text.missing.map(textOf).join(' ')))
        if (this.note.some((each) => wordsOf(each.text).includes(word))) this.twice.add(word)
      if (there) there.text = textOf(section)
      else {
        const id = `new-t${this.note.length}-${Date.now()}`
        this.note.push({ id, text: textOf(section) })
        this.edit([this.note.at(-1)!])
        continue
      }
      this.edit([there])
    }
    if (await this.autosave.kept()) await this.drafts.discard({ id: text.id, changedAt: Date.now() })
  }

  async discard(text: OwedText) {
    for (const word of wordsOf(text.missing.map(textOf).join(' '))) this.dropped.add(word)
    await this.drafts.discard({ id: text.id, changedAt: Date.now() })
  }

  leave = () => leaveNote(this.autosave, this.writer)

  crash() {
    this.autosave.stop()
    if (this.writer) this.computer.held.delete(this.writer.id)
  }

  /** Release with its question answered: what is not saved is given up when the server releases, and only then. */
  async release() {
    this.autosave.hold()
    const { network } = this.computer
    if (network === 'there' || network === 'loses answers') this.server.release()
    if (network !== 'there') return this.autosave.resume()
    for (const { text } of this.note) for (const word of wordsOf(text)) this.dropped.add(word)
    await this.autosave.discard()
    await this.leave().closed
  }
}
