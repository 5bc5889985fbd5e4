import { fieldsMost } from '@dictara/contract/notes'
import type { Insertion } from '../../../editor/phrases/insertions.ts'
import type { NoteSave } from './last-save.ts'

type Told = NonNullable<NoteSave['insertions']>

/** The most that one save tells; the next tells of the rest. */
const atOnce = 500

/** As many of them, from the first, as one save may tell. */
function forOneSave(insertions: readonly Insertion[]): readonly Insertion[] {
  let fields = 0
  const over = insertions.findIndex((one, index) => {
    fields += one.fields?.length ?? 0
    return index === atOnce || fields > fieldsMost
  })
  return over < 0 ? insertions : insertions.slice(0, over)
}

/**
 * What was put into a note and no save has told yet: each with how it stands now.
 * @param left what an earlier visit had put in and could not tell any more
 */
export function createPutIn(left: readonly Insertion[] = []) {
  const untold = new Map(left.map((one) => [one.id, one]))
  return {
    tell: (insertion: Insertion) => void untold.set(insertion.id, insertion),
    /** Every one of them, as a draft keeps them. */
    untold: (): readonly Insertion[] => [...untold.values()],
    waiting: (): Told =>
      forOneSave([...untold.values()]).map(({ undone, fields, ...insertion }) => ({
        ...insertion,
        ...(undone ? { undone } : {}),
        ...(fields && { fields: fields.slice(0, fieldsMost) }),
      })),
    /** The server has them; what was undone or done again meanwhile waits on. */
    arrived(told: Told) {
      for (const { id, undone = false } of told) if (untold.get(id)?.undone === undone) untold.delete(id)
    },
  }
}

export type PutIn = ReturnType<typeof createPutIn>
