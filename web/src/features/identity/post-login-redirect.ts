const name = 'dictara-after-login'

/** Stores where to go after sign-in (XAUTH-05). The target has been checked before. */
export const rememberRedirect = (target: string) => sessionStorage.setItem(name, target)

/** The stored target, which stays stored. */
export const rememberedRedirect = () => sessionStorage.getItem(name)

/** Returns the stored target and deletes it. */
export function takeRedirect(): string | null {
  const target = rememberedRedirect()
  sessionStorage.removeItem(name)
  return target
}
