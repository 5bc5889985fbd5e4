import { noteActivity } from '@dictara/browser/activity'
import { keptMs } from '@dictara/browser/kept-parts'
import type { Recording } from '@dictara/browser/recordings'
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { OpenedRecording } from '../sending/opened-recording.ts'
import { createPlayer, type Player } from './player.ts'

interface Loading {
  /** The recording that it plays; undefined while the last words before a pause are still awaited. */
  of?: Pick<Recording, 'takes' | 'kept'>
  player: Promise<Player>
}

/**
 * Plays back the kept parts of a recording, unless the microphone would record it. Position `undefined`: at its end,
 * where recording continues. `whenAtRest`: resolves when the words before a pause have been added to the recording.
 */
export function usePlayer(opened: OpenedRecording, mayPlay: boolean, whenAtRest: () => Promise<void>) {
  const loading = useRef<Loading>(undefined)
  const [isPlaying, setPlaying] = useState(false)
  const [positionMs, setPosition] = useState<number>()
  const [isUnplayable, setUnplayable] = useState(false)
  const { takes, kept } = opened.recording

  const close = useCallback(() => {
    void loading.current?.player.then((player) => player.close(), ignore)
    loading.current = undefined
    setPlaying(false)
    setPosition(undefined)
  }, [])
  useEffect(() => close, [close])
  useEffect(() => {
    if (!mayPlay) void loading.current?.player.then((player) => player.pause(), ignore)
  }, [mayPlay])

  const load = useCallback(() => {
    if (loading.current) return loading.current.player
    async function make() {
      await whenAtRest()
      const { kept: parts, takes: all } = (made.of = opened.recording)
      const played = await Promise.all(
        all.map(async ({ take, durationMs }) => ({ take, durationMs, sound: await opened.soundOf(take) })),
      )
      const player: Player = createPlayer(parts, played, (problem) => {
        if (loading.current !== made) return
        if (problem) setUnplayable(true)
        if (player.isPlaying) noteActivity()
        setPlaying(player.isPlaying)
        setPosition(player.positionMs >= keptMs(parts, all) ? undefined : player.positionMs)
      })
      return player
    }
    const made: Loading = { player: make() }
    loading.current = made
    return made.player
  }, [opened, whenAtRest])

  const act = useCallback(
    async (does: (player: Player) => void) => {
      setUnplayable(false)
      await load().then(does, () => {
        loading.current = undefined
        setUnplayable(true)
      })
    },
    [load],
  )
  const toggle = useCallback(() => act((player) => (player.isPlaying ? player.pause() : player.play())), [act])
  const seek = useCallback((ms: number) => act((player) => player.seek(ms)), [act])

  // Sound recorded or cut since then needs another player; if only its last words were late, the same one continues.
  const renew = useEffectEvent(({ of, player }: Loading) => {
    if (!of || (of.takes === takes && of.kept === kept)) return
    close()
    if (!mayPlay || of.kept !== kept) return
    void player.then(({ isPlaying: wasPlaying, positionMs: atMs }) => {
      if (atMs >= keptMs(of.kept, of.takes)) return
      return act((next) => {
        next.seek(atMs)
        if (wasPlaying) next.play()
      })
    }, ignore)
  })
  useEffect(() => {
    if (loading.current) renew(loading.current)
  }, [takes, kept])

  return { isPlaying, positionMs, isUnplayable, toggle, seek }
}

/** Tells the person that the sound cannot be played. */
const ignore = () => undefined
