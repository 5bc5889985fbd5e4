/** Work of a page that the server does not have yet. */
export interface UnsavedWork {
  hasUnsaved(): boolean
  /** Saves now. @returns whether the server has everything */
  save(): Promise<boolean>
  /** Whether some of it is not even kept in this browser by now. */
  mayLose?(): boolean
}

const open = new Set<UnsavedWork>()

/** A page says that it may hold unsaved work, until the returned function is called. */
export function registerUnsavedWork(work: UnsavedWork): () => void {
  open.add(work)
  return () => void open.delete(work)
}

export const hasUnsavedWork = () => [...open].some((work) => work.hasUnsaved())

const keepWithinMs = 2_000

/** Waits until what is unsaved is kept in this browser. @returns whether it is: only then may the page be left */
export async function unsavedWorkIsKept(): Promise<boolean> {
  const until = Date.now() + keepWithinMs
  const mayLose = () => hasUnsavedWork() && [...open].some((work) => work.mayLose?.())
  while (mayLose() && Date.now() < until) await new Promise((later) => setTimeout(later, 50))
  return !mayLose()
}

/** An end that nobody asked for does not wait longer: what is not saved stays in this browser's draft. */
const saveWithinMs = 5_000

/** Saves what there is, for a session that ends by itself: nobody answers a question then (Q022). */
export async function saveUnsavedWork(): Promise<void> {
  const saved = Promise.allSettled([...open].map((work) => work.save()))
  await Promise.race([saved, new Promise((late) => setTimeout(late, saveWithinMs))])
}
