const restMs = 2_000

/** Resolves once no key has been pressed for two seconds, so that a page does not change while a person types. */
export function keysAtRest(): Promise<void> {
  return new Promise((rest) => {
    const end = () => {
      window.removeEventListener('keydown', wait, true)
      rest()
    }
    let timer = setTimeout(end, restMs)
    const wait = () => {
      clearTimeout(timer)
      timer = setTimeout(end, restMs)
    }
    window.addEventListener('keydown', wait, true)
  })
}
