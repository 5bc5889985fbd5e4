const kinds = ['pointerdown', 'pointermove', 'keydown', 'touchstart', 'scroll', 'wheel'] as const
/** Inform other tabs at most this often. */
const tellEveryMs = 1_000

let isActiveSinceCall = false
let lastActiveAt = Date.now()
let lastReportedAt = 0
let channel: BroadcastChannel | undefined

/** Records activity of the person, in this tab or by listening to audio (Q023). */
export function noteActivity(): void {
  isActiveSinceCall = true
  lastActiveAt = Date.now()
  if (lastActiveAt - lastReportedAt < tellEveryMs) return
  lastReportedAt = lastActiveAt
  channel?.postMessage(lastActiveAt)
}

/** True once after activity, so that the next call informs the server. */
export function takeActivity(): boolean {
  const was = isActiveSinceCall
  isActiveSinceCall = false
  return was
}

/** How long there has been no activity in any tab of this origin, in milliseconds. */
export const idleForMs = (): number => Date.now() - lastActiveAt

/** Watches pointer, keys, touch and scrolling in this tab, and listens to the other tabs. */
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
