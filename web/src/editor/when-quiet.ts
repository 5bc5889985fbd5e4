import type { EditorView } from '@tiptap/pm/view'

/** How long a text must have no changes and no keys before deferred work is drawn, in milliseconds. */
const quietMs = 250
const keysRestMs = 1_000

/** Not every browser reports idle time. */
const idle = (work: () => void) => ('requestIdleCallback' in globalThis ? requestIdleCallback(work) : setTimeout(work))

/**
 * Does work piece by piece while nobody is typing in a text; `piece` returns whether another piece is left. Drawing
 * during typing makes the browser forget the caret's column, and breaks a word of an input method, as in Chinese.
 */
export const whenQuiet = (view: EditorView, piece: () => boolean) => {
  let timer: ReturnType<typeof setTimeout> | undefined
  let asked = 0
  let due = 0
  let pressed = Number.NEGATIVE_INFINITY
  const press = () => {
    pressed = performance.now()
  }
  view.dom.addEventListener('keydown', press, { capture: true })
  const isBusy = () => view.composing || performance.now() - pressed < keysRestMs
  // A single timer that checks again, since resetting a timer would be the most expensive part of a key.
  const look = () => {
    const left = due - performance.now()
    const mine = asked
    timer = left > 0 ? setTimeout(look, left) : undefined
    if (!timer) idle(() => go(mine))
  }
  const ask = () => {
    asked += 1
    due = performance.now() + quietMs
    timer ??= setTimeout(look, quietMs)
  }
  const go = (mine: number) => {
    // A newer request restarts the wait.
    if (mine !== asked) return
    if (isBusy()) ask()
    else if (piece() && mine === asked) idle(() => go(mine))
  }
  const stop = () => {
    asked += 1
    clearTimeout(timer)
    timer = undefined
  }
  return {
    ask,
    isBusy,
    end: () => {
      stop()
      view.dom.removeEventListener('keydown', press, { capture: true })
    },
  }
}
