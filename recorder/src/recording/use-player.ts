import { noteActivity } from '@dictara/browser/activity'
import { keptMs } from '@dictara/browser/kept-parts'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { OpenedRecording } from '../sending/opened-recording.ts'
import { createPlayer, type Player } from './player.ts'

/** Plays back what is kept of a recording. Position `undefined`: at its end, where recording goes on. */
export function usePlayer(opened: OpenedRecording | undefined) {
  const player = useRef<Player>(undefined)
  const [isPlaying, setPlaying] = useState(false)
  const [positionMs, setPosition] = useState<number>()
  const [isUnplayable, setUnplayable] = useState(false)
  const takes = opened?.recording.takes
  const kept = opened?.recording.kept

  // what was recorded or cut since needs another player
  // oxlint-disable-next-line exhaustive-deps -- a new list of takes is what ends the old player
  useEffect(
    () => () => {
      player.current?.close()
      player.current = undefined
      setPlaying(false)
      setPosition(undefined)
    },
    [takes, kept],
  )

  const load = useCallback(async () => {
    if (!opened || player.current) return player.current
    const { kept: parts, takes: all } = opened.recording
    const played = await Promise.all(
      all.map(async ({ take, durationMs }) => ({ take, durationMs, sound: await opened.soundOf(take) })),
    )
    const made: Player = createPlayer(parts, played, (problem) => {
      if (problem) setUnplayable(true)
      if (made.isPlaying) noteActivity()
      setPlaying(made.isPlaying)
      setPosition(made.positionMs >= keptMs(parts, all) ? undefined : made.positionMs)
    })
    player.current = made
    return made
  }, [opened])

  const toggle = useCallback(async () => {
    const loaded = await load()
    if (loaded?.isPlaying) loaded.pause()
    else loaded?.play()
  }, [load])

  const seek = useCallback(async (ms: number) => (await load())?.seek(ms), [load])
  const pause = useCallback(() => player.current?.pause(), [])

  return { isPlaying, positionMs, isUnplayable, toggle, seek, pause }
}
