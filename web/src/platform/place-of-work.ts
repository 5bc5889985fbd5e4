const name = 'dictara-place'

/** Remembers for this tab where a person was when their session ended: they come back there after signing in. */
export const rememberPlace = (userId: string, path: string) =>
  sessionStorage.setItem(name, JSON.stringify([userId, path]))

/** Where this person was, once. Nobody is led to the page of another person: for them it is forgotten. */
export function takePlace(userId: string): string | null {
  const [owner, path] = JSON.parse(sessionStorage.getItem(name) ?? '[]') as [string?, string?]
  forgetPlace()
  return (owner === userId && path) || null
}

/** For a sign-out on purpose. */
export const forgetPlace = () => sessionStorage.removeItem(name)
