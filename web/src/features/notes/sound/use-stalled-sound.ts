import { useEffect, useState } from 'react'

const stalledAfterMs = 10_000

/** Whether the player waits for sound that does not arrive. */
export function useStalledSound(audio: HTMLAudioElement, afterMs = stalledAfterMs): boolean {
  const [isStalled, setStalled] = useState(false)

  useEffect(() => {
    const end = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const arrived = () => {
      clearTimeout(timer)
      setStalled(false)
    }
    const wait = () => {
      clearTimeout(timer)
      timer = setTimeout(() => setStalled(true), afterMs)
    }
    for (const event of ['loadstart', 'waiting']) audio.addEventListener(event, wait, end)
    for (const event of ['loadedmetadata', 'canplay', 'playing', 'emptied', 'error'])
      audio.addEventListener(event, arrived, end)
    if (audio.networkState === audio.NETWORK_LOADING && audio.readyState === audio.HAVE_NOTHING) wait()
    return () => {
      clearTimeout(timer)
      end.abort()
    }
  }, [audio, afterMs])

  return isStalled
}
