let stop: (() => void) | undefined

/** Ends `catchPageLoads`. Runs after each test. */
export function stopCatchingPageLoads(): void {
  stop?.()
  stop = undefined
}

/** Cancels every load of another page until the test ends. @returns the addresses that would have been loaded */
export function catchPageLoads(): string[] {
  const addresses: string[] = []
  const caught = (event: NavigateEvent) => {
    if (event.destination.sameDocument) return
    event.preventDefault()
    addresses.push(event.destination.url)
  }
  navigation.addEventListener('navigate', caught)
  stop = () => navigation.removeEventListener('navigate', caught)
  return addresses
}
