const kinds = ['pointerdown', 'pointermove', 'keydown', 'touchstart', 'scroll', 'wheel'] as const
/** Other tabs are told at most this often. */
const tellEveryMs = 1_000

let isActiveSinceCall = false
let lastActiveAt = Date.now()
let lastReportedAt = 0
let channel: BroadcastChannel | undefined

/** The person did something: in this tab, or by listening to audio (Q023). */
export function noteActivity(): void {
  isActiveSinceCall = true
  lastActiveAt = Date.now()
  if (lastActiveAt - lastReportedAt < tellEveryMs) return
  lastReportedAt = lastActiveAt
  channel?.postMessage(lastActiveAt)
}

/** True once after the person did something: the next call tells the server. */
export function takeActivity(): boolean {
  const was = isActiveSinceCall
  isActiveSinceCall = false
  return was
}

/** How long nobody did anything in any tab of this origin. */
export const idleForMs = (): number => Date.now() - lastActiveAt

/** Watches pointer, keys, touch and scrolling in this tab, and hears of the other tabs. */
export function watchActivity(): () => void {
  lastActiveAt = Date.now()
  for (const kind of kinds) window.addEventListener(kind, noteActivity, { passive: true, capture: true })
  channel = new BroadcastChannel('dictara-activity')
  channel.addEventListener('message', ({ data }) => {
    lastActiveAt = Math.max(lastActiveAt, Number(data) || 0)
  })
  return () => {
    for (const kind of kinds) window.removeEventListener(kind, noteActivity, { capture: true })
    channel?.close()
    channel = undefined
  }
}
