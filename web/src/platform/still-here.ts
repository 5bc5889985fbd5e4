/**
 * Marks the current page.
 * @returns a function that tells whether that page is still shown, so that a late answer does not redirect a person who has moved on
 */
export function stillHere(): () => boolean {
  const { pathname } = location
  return () => location.pathname === pathname
}
