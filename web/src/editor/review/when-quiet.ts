/** How long nobody types before the page does what can wait. */
const quietMs = 250

/** Not every browser tells when it is idle. */
const idle = (work: () => void) => ('requestIdleCallback' in globalThis ? requestIdleCallback(work) : setTimeout(work))

/** Does work piece by piece while nobody types; `piece` says whether another is left. */
export const whenQuiet = (piece: () => boolean) => {
  let timer: ReturnType<typeof setTimeout> | undefined
  let asked = 0
  const go = (mine: number) => {
    // Asked for anew, it waits anew.
    if (mine === asked && piece() && mine === asked) idle(() => go(mine))
  }
  const stop = () => {
    asked += 1
    clearTimeout(timer)
  }
  return {
    ask: () => {
      stop()
      const mine = asked
      timer = setTimeout(() => idle(() => go(mine)), quietMs)
    },
    stop,
  }
}
