import { useEffect } from 'react'

/** Keeps the screen on where the browser supports it: a phone that sleeps stops recording. */
export function useWakeLock(isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted || !navigator.wakeLock) return undefined
    let lock: WakeLockSentinel | undefined
    let isOver = false
    // The browser releases the lock of a background page.
    const hold = async () => {
      if (document.hidden) return
      lock = await navigator.wakeLock.request('screen').catch(() => undefined)
      if (isOver) void lock?.release()
    }
    const again = () => void hold()
    again()
    document.addEventListener('visibilitychange', again)
    return () => {
      isOver = true
      document.removeEventListener('visibilitychange', again)
      void lock?.release()
    }
  }, [isWanted])
}
