import {
  type Autosave,
  createAutosave,
  type Keep,
  type SaveAnswer,
  type SaveRequest,
  withDraft,
} from '../../../editor/autosave.ts'
import type { DraftWriter, NoteDrafts } from '../saving/note-drafts.ts'
import { leaveNote, listUnsaved, openDraftPlace, type UnsavedText, taken } from '../saving/unsaved-texts.ts'
import type { Computer } from './history-computer.ts'
import { aSection, type NoteServer, textOf, wordsOf } from './history-server.ts'

/** Words whose fate a person decided: dropped, kept twice, or revived. */
export interface Said {
  readonly dropped: Set<string>
  readonly twice: Set<string>
  /** Words that one person kept although another had removed their section. */
  readonly revived: Set<string>
}

/** One open editor with the product's own code for saving, and a person who uses it. */
export class Tab {
  readonly computer: Computer
  readonly autosave: Autosave
  note: { id: string; text: string }[]
  private readonly server: NoteServer
  private readonly drafts: NoteDrafts
  private readonly writer: DraftWriter | null
  private readonly said: Said

  private constructor(
    server: NoteServer,
    computer: Computer,
    drafts: NoteDrafts,
    writer: DraftWriter | null,
    autosave: Autosave,
    note: { id: string; text: string }[],
    said: Said,
  ) {
    this.server = server
    this.computer = computer
    this.drafts = drafts
    this.writer = writer
    this.autosave = autosave
    this.note = note
    this.said = said
  }

  static async open(server: NoteServer, computer: Computer, random: (most: number) => number, said: Said) {
    const self = {}
    const sections = server.sections()
    const drafts = computer.drafts(self)
    const { writer, draft } = await openDraftPlace(drafts, String(server.heldSince), sections)
    let turn = 0
    const editor = writer?.id ?? 'none'
    const send = async (request: SaveRequest): Promise<SaveAnswer> => {
      const mine = (turn = Math.max(turn + 1, Date.now()))
      const { network } = computer
      if (!computer.isSignedIn) return { kind: 'signed-out' }
      if (network === 'away') throw new TypeError('Failed to fetch')
      if (network === 'dead') return new Promise(() => {})
      // A slow save may take longer than the time limit, and then arrives after the editor has given it up.
      if (network === 'slow') await new Promise((later) => setTimeout(later, random(45_000)))
      if (!computer.isSignedIn) return { kind: 'signed-out' }
      const answer = server.save(request, editor, mine)
      if (computer.fault === 'any answer ends the draft' && writer) void writer.write(null)
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
    return new Tab(server, computer, drafts, writer, autosave, shown, said)
  }

  private edit(changed: readonly { id: string; text: string }[], removed: readonly string[] = []) {
    this.autosave.edit({
      sections: changed.map(({ id, text }) => aSection(id, text)),
      order: this.note.map(({ id }) => id),
      removed,
    })
  }

  type(at: number, word: string) {
    const section = this.note[at % this.note.length]
    // Other people may have removed every section. The text then goes to a section of its own.
    if (!section) return this.add(word)
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
    for (const word of wordsOf(section!.text)) this.said.dropped.add(word)
    this.edit([], [section!.id])
  }

  private revive(words: readonly string[]) {
    for (const word of words) (this.said.revived.has(word) ? this.said.twice : this.said.revived).add(word)
  }

  /** Chooses which words the note keeps in a conflict with the server. */
  decide(keep: Keep) {
    const status = this.autosave.status()
    if (status.kind !== 'conflict') return
    const { id, mine, theirs } = status.conflicts[0]!
    const [ours, others] = [wordsOf(textOf(mine)), wordsOf(theirs ? textOf(theirs) : '')]
    if (keep === 'theirs') for (const word of ours) this.said.dropped.add(word)
    if (keep === 'mine') for (const word of others) this.said.dropped.add(word)
    if (keep === 'both') for (const word of ours) if (others.includes(word)) this.said.twice.add(word)
    // Several people may keep a section that another has removed. Each of them saw the other's section and added words
    // of their own to the shared ones, and the product never takes apart a section that a person keeps.
    if (keep !== 'theirs' && !theirs) this.revive(ours)
    const shown = this.autosave.resolve(id, keep)
    if (shown) for (const section of this.note) if (section.id === id) section.text = textOf(shown)
    if (!shown) this.note = this.note.filter((section) => section.id !== id)
  }

  private shown = () => this.note.map(({ id, text }) => aSection(id, text))

  unsaved = async () => {
    const texts = await listUnsaved(this.drafts, this.server.sections(), String(this.server.heldSince))
    return texts.filter(({ missing }) => missing.length > 0)
  }

  /** Puts an unsaved text that this browser kept into the note. */
  async take(text: UnsavedText, isBoth: boolean) {
    const made = taken(this.shown(), text, isBoth, this.autosave.editorId)
    for (const section of made) {
      const there = this.note.find(({ id }) => id === section.id)
      const [before, after] = [wordsOf(there?.text ?? ''), wordsOf(textOf(section))]
      if (!isBoth) for (const word of before) if (!after.includes(word)) this.said.dropped.add(word)
      for (const word of wordsOf(text.missing.map(textOf).join(' ')))
        if (this.note.some((each) => wordsOf(each.text).includes(word))) this.said.twice.add(word)
      if (there) there.text = textOf(section)
      else {
        this.revive(after)
        const id = `new-t${this.note.length}-${Date.now()}`
        this.note.push({ id, text: textOf(section) })
        this.edit([this.note.at(-1)!])
        continue
      }
      this.edit([there])
    }
    if (await this.autosave.kept()) await this.drafts.discard({ id: text.id, changedAt: Date.now() })
  }

  async discard(text: UnsavedText) {
    for (const word of wordsOf(text.missing.map(textOf).join(' '))) this.said.dropped.add(word)
    await this.drafts.discard({ id: text.id, changedAt: Date.now() })
  }

  leave = () => leaveNote(this.autosave, this.writer)

  crash() {
    this.autosave.stop()
    if (this.writer) this.computer.held.delete(this.writer.id)
  }

  /** Releases the job and confirms the question. Unsaved text is given up only when the server has released the job. */
  async release() {
    this.autosave.hold()
    const network = this.computer.isSignedIn ? this.computer.network : 'away'
    if (network === 'there' || network === 'loses answers') this.server.release()
    if (network !== 'there') return this.autosave.resume()
    for (const { text } of this.note) for (const word of wordsOf(text)) this.said.dropped.add(word)
    await this.autosave.discard()
    await this.leave().closed
  }
}
