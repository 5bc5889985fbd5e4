const name = 'dictara-after-login'

/** Remembers where to go once the person has signed in (XAUTH-05). The target has been checked before. */
export const rememberRedirect = (target: string) => sessionStorage.setItem(name, target)

/** The remembered target, which stays remembered. */
export const rememberedRedirect = () => sessionStorage.getItem(name)

/** The remembered target, once. */
export function takeRedirect(): string | null {
  const target = rememberedRedirect()
  sessionStorage.removeItem(name)
  return target
}
