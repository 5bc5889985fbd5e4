import { call } from '@dictara/browser/call'
import { useKeys } from '@dictara/browser/use-keys'
import { noteCalls } from '@dictara/contract/notes'
import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import type { NoteHandle } from '../../../editor/note-session.ts'
import { playerAction } from './audio-controls.ts'
import { createPlayer, type Player } from './player.ts'

/** The player's keys, while the page is shown. */
export const usePlayerKeys = (player: Player): void =>
  useKeys((event) => {
    const action = playerAction(event)
    if (!action) return undefined
    // A key that is held plays or pauses once.
    return () => (event.repeat && action === 'toggle' ? undefined : player.act(action))
  })

/**
 * The sound of an opened note: the note shows the word that is spoken, and the server keeps the holder's place (EDIT-44).
 * @param startAt where the holder listened last, in seconds
 */
export function usePlayer(jobId: string, startAt: number, note: RefObject<NoteHandle | null>, isEditable: boolean) {
  const [player] = useState(() => createPlayer(startAt))
  const keepPosition = useEffectEvent((audioTime: number) => {
    if (isEditable)
      void call(noteCalls.saveAudioTime, { params: { id: jobId }, query: { audioTime } }, { handler: false }).catch(
        () => {},
      )
  })
  useEffect(
    () =>
      player.open({
        onSpoken: (seconds) => note.current?.showSpoken(seconds),
        onPosition: (seconds) => keepPosition(seconds),
      }),
    [player, note],
  )
  usePlayerKeys(player)
  return player
}
