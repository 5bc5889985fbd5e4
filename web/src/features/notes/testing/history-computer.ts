import type { DraftWriter, KeptText, NoteDrafts } from '../saving/note-drafts.ts'
import { listUnsaved } from '../saving/unsaved-texts.ts'
import { type Fault, type NoteServer, textOf, wordsOf } from './history-server.ts'

export type Network = 'there' | 'slow' | 'dead' | 'away' | 'loses answers'

/** One computer: the drafts in its browser, which tab writes each draft, and its network to the server. */
export class Computer {
  kept = new Map<string, KeptText>()
  held = new Map<string, object>()
  network: Network = 'there'
  /** False after Sign Out, or when the session has ended by itself. */
  isSignedIn = true
  private writtenBy = new Map<string, DraftWriter>()
  private count = 0

  private readonly server: NoteServer
  readonly fault: Fault | undefined

  constructor(server: NoteServer, fault?: Fault) {
    this.server = server
    this.fault = fault
  }

  drafts(tab: object): NoteDrafts {
    const discarded = new Set<string>()
    return {
      listLeft: async () =>
        [...this.kept.values()].filter(({ id }) => !this.held.has(id)).toSorted((a, b) => b.changedAt - a.changedAt),
      // No history prefetches a note, so this is never called.
      beginWriter: () => {
        throw new Error('Nothing was at hand.')
      },
      openWriter: async (heldSince, given) => {
        const isShared = this.fault === 'one draft for all tabs'
        const id = isShared ? 'draft' : (given ?? `draft-${(this.count += 1)}`)
        if (this.held.has(id) && !isShared) return undefined
        this.held.set(id, tab)
        let isClosed = false
        const writer: DraftWriter = {
          id,
          hold: async () => {},
          write: async (draft) => {
            const holder = this.held.get(id)
            if (holder !== undefined && holder !== tab && !isShared) return
            if (discarded.has(id) || (isClosed && this.writtenBy.get(id) !== writer)) return
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
        if (this.network !== 'there' || !this.isSignedIn) throw new Error('Not answered')
        return sections.filter((section) => this.server.everSaved.has(textOf(section))).map(({ id }) => id)
      },
      isOpenElsewhere: async () => false,
      watch: () => () => {},
    }
  }
  /** Returns the words that a read-only page of the note offers as unsaved text. */
  async offered(): Promise<string[]> {
    const texts = await listUnsaved(this.drafts({}), this.server.sections(), String(this.server.heldSince))
    return texts.flatMap(({ missing }) => missing.flatMap((section) => wordsOf(textOf(section))))
  }
}
