import type { EditorView } from '@tiptap/pm/view'

/** How long nobody changes the text, nor presses a key in it, before what can wait is drawn. */
const quietMs = 250
const keysRestMs = 1_000

/** Not every browser tells when it is idle. */
const idle = (work: () => void) => ('requestIdleCallback' in globalThis ? requestIdleCallback(work) : setTimeout(work))

/**
 * Does work piece by piece while nobody is at the keys of a text; `piece` says whether another is left. What is drawn under the hands
 * takes the browser's column from the caret, and tears up a word that is being put together, as in Chinese.
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
  // One timer, which looks again: to set one anew is the dearest part of a key that asks.
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
    // Asked for anew, it waits anew.
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
