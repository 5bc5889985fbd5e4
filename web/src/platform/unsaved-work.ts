/** Work on a page that the server does not have yet. */
export interface UnsavedWork {
  hasUnsaved(): boolean
  /**
   * Saves now.
   * @returns whether the server has everything
   */
  save(): Promise<boolean>
  /** Whether some of the work is not even stored in this browser yet. */
  mayLose?(): boolean
}

const open = new Set<UnsavedWork>()

/** Registers a page that may hold unsaved work, until the returned function is called. */
export function registerUnsavedWork(work: UnsavedWork): () => void {
  open.add(work)
  return () => void open.delete(work)
}

export const hasUnsavedWork = () => [...open].some((work) => work.hasUnsaved())

const keepWithinMs = 2_000

/**
 * Waits until unsaved work is stored in this browser.
 * @returns whether it is; only then may the page be left
 */
export async function unsavedWorkIsKept(): Promise<boolean> {
  const until = Date.now() + keepWithinMs
  const mayLose = () => hasUnsavedWork() && [...open].some((work) => work.mayLose?.())
  while (mayLose() && Date.now() < until) await new Promise((later) => setTimeout(later, 50))
  return !mayLose()
}

/** An automatic sign-out waits no longer than this. Work that is still unsaved stays in this browser's draft. */
const saveWithinMs = 5_000

/** Saves unsaved work when a session ends automatically, without a question (Q022). */
export async function saveUnsavedWork(): Promise<void> {
  const saved = Promise.allSettled([...open].map((work) => work.save()))
  await Promise.race([saved, new Promise((late) => setTimeout(late, saveWithinMs))])
}
