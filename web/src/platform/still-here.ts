/** Marks the page that is shown. @returns whether it still is: what was asked for there leads nobody away who went elsewhere meanwhile */
export function stillHere(): () => boolean {
  const { pathname } = location
  return () => location.pathname === pathname
}
