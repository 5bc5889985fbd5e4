const name = 'dictara-place'

/** Remembers in this tab where a person was when their session ended, so that they return there after signing in. */
export const rememberPlace = (userId: string, path: string) =>
  sessionStorage.setItem(name, JSON.stringify([userId, path]))

/** Where this person was. Another person's page is never returned. */
export function placeOf(userId: string): string | null {
  const [owner, path] = JSON.parse(sessionStorage.getItem(name) ?? '[]') as [string?, string?]
  return (owner === userId && path) || null
}

/** Returns where this person was and forgets it, even if it belongs to another person. */
export function takePlace(userId: string): string | null {
  const place = placeOf(userId)
  forgetPlace()
  return place
}

/** Called when a person signs out on purpose. */
export const forgetPlace = () => sessionStorage.removeItem(name)
