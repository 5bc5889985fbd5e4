import type { Insertion } from '../../../editor/phrases/insertions.ts'
import type { NoteSave } from './last-save.ts'

type Told = NonNullable<NoteSave['insertions']>

/** The most that one save tells; the next tells of the rest. */
const atOnce = 500

/** What was put into a note and no save has told yet: each with how it stands now. */
export function createPutIn() {
  const untold = new Map<string, Told[number]>()
  return {
    tell: ({ id, phraseId, letters, undone }: Insertion) =>
      void untold.set(id, { id, phraseId, letters, ...(undone ? { undone } : {}) }),
    waiting: (): Told => [...untold.values()].slice(0, atOnce),
    /** The server has them; what was undone or done again meanwhile waits on. */
    arrived(told: Told) {
      for (const one of told) if (untold.get(one.id) === one) untold.delete(one.id)
    },
  }
}

export type PutIn = ReturnType<typeof createPutIn>
