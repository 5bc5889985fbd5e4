/** Whether this browser lets the page keep nothing at all, as it does where cookies are blocked: nobody can be signed in then. */
export function isStorageBlocked(): boolean {
  try {
    return !localStorage || !sessionStorage
  } catch {
    return true
  }
}

/** Says so in the place of the application. */
export function tellStorageBlocked(root: Element): void {
  const words = document.createElement('p')
  words.setAttribute('role', 'alert')
  words.style.margin = '2rem'
  words.textContent =
    'This browser does not let Dictara keep anything on this computer, and nobody can sign in without that. Allow cookies and site data for this address in the settings of the browser, then load this page again.'
  root.replaceChildren(words)
}

/** Remembers what can be done without: a browser that has no room for it is no reason to stop. */
export function remember(name: string, value: string): void {
  try {
    localStorage.setItem(name, value)
  } catch {
    // Decided here: it is asked for, or chosen, again.
  }
}
