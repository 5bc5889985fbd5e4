/** Whether this browser blocks all storage of the page, as it does if cookies are blocked. Nobody can sign in then. */
export function isStorageBlocked(): boolean {
  try {
    return !localStorage || !sessionStorage
  } catch {
    return true
  }
}

/** Shows a message about blocked storage in place of the application. */
export function tellStorageBlocked(root: Element): void {
  const words = document.createElement('p')
  words.setAttribute('role', 'alert')
  words.style.margin = '2rem'
  words.textContent =
    'This browser does not let Dictara keep anything on this computer, and nobody can sign in without that. Allow cookies and site data for this address in the settings of the browser, then load this page again.'
  root.replaceChildren(words)
}

/** Stores a dispensable value; a browser without room for it is no reason to stop. */
export function remember(name: string, value: string): void {
  try {
    localStorage.setItem(name, value)
  } catch {
    // Ignore the failure on purpose: the value is fetched or chosen again.
  }
}
