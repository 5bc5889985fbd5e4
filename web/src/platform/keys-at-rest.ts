const restMs = 2_000

/** Resolves once nobody has pressed a key for two seconds: nothing is taken from under the hands of who types. */
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
