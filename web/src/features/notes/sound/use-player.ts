import { call } from '@dictara/browser/call'
import { useKeys } from '@dictara/browser/use-keys'
import { noteCalls } from '@dictara/contract/notes'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { NoteHandle } from '../../../editor/note-session.ts'
import { playerAction } from './audio-controls.ts'
import { usePreferences } from '../../../platform/preferences.ts'
import { createPlayer, type Player } from './player.ts'

/** A key held at least this long acts like a pedal: releasing it pauses. */
const heldMs = 500

/** The player's keys, from anywhere on the page while it is shown. */
export function usePlayerKeys(player: Player): void {
  const held = useRef<{ code: string; since: number }>(null)
  useKeys((event) => {
    const action = playerAction(event)
    if (!action) return undefined
    return () => {
      // A held key plays or pauses once.
      if (event.repeat && action === 'toggle') return
      const isStart = action === 'toggle' && player.audio.paused
      if (isStart) held.current = { code: event.code, since: event.timeStamp }
      player.act(action)
    }
  })
  const letGo = useEffectEvent(({ code, timeStamp }: KeyboardEvent) => {
    if (held.current?.code !== code) return
    const isPedal = timeStamp - held.current.since >= heldMs
    held.current = null
    if (isPedal && !player.audio.paused) player.act('toggle')
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => letGo(event)
    window.addEventListener('keyup', listen)
    return () => window.removeEventListener('keyup', listen)
  }, [])
}

/**
 * The sound of an opened note: the note shows the spoken word, and the server stores the holder's position (EDIT-44).
 * @param startAt the holder's last position, in seconds
 */
export function usePlayer(jobId: string, startAt: number, note: RefObject<NoteHandle | null>, isEditable: boolean) {
  const [{ speed, step, volume, louder, follow }, change] = usePreferences()
  const [player] = useState(() => createPlayer(startAt, { speed, step, volume, louder }))
  useEffect(() => player.prefer({ speed, step, volume, louder }), [player, speed, step, volume, louder])
  const keepPosition = useEffectEvent((audioTime: number) => {
    if (isEditable)
      void call(noteCalls.saveAudioTime, { params: { id: jobId }, query: { audioTime } }, { handler: false }).catch(
        () => {},
      )
  })
  const showSpoken = useEffectEvent((seconds: number | null) => note.current?.showSpoken(seconds, follow))
  useEffect(
    () =>
      player.open({
        onSpoken: (seconds) => showSpoken(seconds),
        onPosition: (seconds) => keepPosition(seconds),
        onSpeed: (chosen) => change({ speed: chosen }),
      }),
    [player, change],
  )
  usePlayerKeys(player)
  return player
}
