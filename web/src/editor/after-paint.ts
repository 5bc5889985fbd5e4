/** Runs `work` once after the next paint, however often it is requested, so that it does not delay a key press. */
export const afterPaint = (work: () => void) => {
  let frame = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    ask: () => {
      if (frame) return
      frame = requestAnimationFrame(() => {
        timer = setTimeout(() => {
          frame = 0
          work()
        })
      })
    },
    cancel: () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
      frame = 0
    },
  }
}
