const name = 'dictara-place'

/** Remembers for this tab where a person was when their session ended: they come back there after signing in. */
export const rememberPlace = (userId: string, path: string) =>
  sessionStorage.setItem(name, JSON.stringify([userId, path]))

/** Where this person was. Nobody is led to the page of another person. */
export function placeOf(userId: string): string | null {
  const [owner, path] = JSON.parse(sessionStorage.getItem(name) ?? '[]') as [string?, string?]
  return (owner === userId && path) || null
}

/** Where this person was, once: it is forgotten, also when it is another person's. */
export function takePlace(userId: string): string | null {
  const place = placeOf(userId)
  forgetPlace()
  return place
}

/** For a sign-out on purpose. */
export const forgetPlace = () => sessionStorage.removeItem(name)
