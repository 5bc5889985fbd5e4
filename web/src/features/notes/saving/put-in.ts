import { fieldsMost } from '@dictara/contract/notes'
import type { Insertion } from '../../../editor/phrases/insertions.ts'
import type { NoteSave } from './last-save.ts'

type Told = NonNullable<NoteSave['insertions']>

/** The most insertions that one save reports; the next one reports the rest. */
const atOnce = 500

/** The first insertions that fit into one save. */
function forOneSave(insertions: readonly Insertion[]): readonly Insertion[] {
  let fields = 0
  const over = insertions.findIndex((one, index) => {
    fields += one.fields?.length ?? 0
    return index === atOnce || fields > fieldsMost
  })
  return over < 0 ? insertions : insertions.slice(0, over)
}

/**
 * Insertions into a note that no save has reported yet, each with its current state.
 * @param left insertions that an earlier visit could not report
 */
export function createPutIn(left: readonly Insertion[] = []) {
  const untold = new Map(left.map((one) => [one.id, one]))
  return {
    tell: (insertion: Insertion) => void untold.set(insertion.id, insertion),
    /** All unreported insertions, as a draft keeps them. */
    untold: (): readonly Insertion[] => [...untold.values()],
    waiting: (): Told =>
      forOneSave([...untold.values()]).map(({ undone, fields, ...insertion }) => ({
        ...insertion,
        ...(undone ? { undone } : {}),
        ...(fields && { fields: fields.slice(0, fieldsMost) }),
      })),
    /** The server has them; those undone or redone meanwhile are reported again. */
    arrived(told: Told) {
      for (const { id, undone = false } of told) if (untold.get(id)?.undone === undone) untold.delete(id)
    },
  }
}

export type PutIn = ReturnType<typeof createPutIn>
