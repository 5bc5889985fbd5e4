import { call } from '@dictara/browser/call'
import { useKeys } from '@dictara/browser/use-keys'
import type { StoredUser } from '@dictara/contract/identity'
import type { Job } from '@dictara/contract/jobs'
import { noteCalls, type NotePlace } from '@dictara/contract/notes'
import { App } from 'antd'
import { useState } from 'react'
import type { FoundComment } from '../../../editor/review/note-comments.ts'
import { jobQueries } from '../../../platform/query-client.ts'
import { isAskedSomething } from '../../../ui/is-asked-something.ts'
import { useAction } from '../../../ui/use-action.ts'
import { pressedOf } from '../keys/keys.ts'
import { useNoteComments } from '../reading/note-queries.ts'
import type { Player } from '../sound/player.ts'
import type { NoteSession } from '../text/use-note-session.ts'
import { gathered, placedSince } from './gathered.ts'

interface CommentingParts {
  job: Job
  user: StoredUser
  session: NoteSession
  player: Player
  isEditable: boolean
  /** The text is on the screen, so the comments can be loaded. */
  isPainted: boolean
  /** The panel beside the note, which shows the comments. */
  panel: { isOpen: boolean; isSheet: boolean; tab: string; choose: (tab: string) => void; fold: () => void }
}

/** A place that is being commented on; its id is sent along, so that a comment sent twice is stored once. */
interface Begun {
  id: string
  place: NotePlace
}

const leadSeconds = 1

/** The comments on places in the note: showing them, going to them, and adding one (docs/decisions/0011). */
export function useCommenting({ job, user, session, player, isEditable, isPainted, panel }: CommentingParts) {
  const { message } = App.useApp()
  const comments = useNoteComments(job.jobId, isPainted)
  const act = useAction({ refreshes: jobQueries })
  const [found, setFound] = useState<readonly FoundComment[]>([])
  const [current, setCurrent] = useState<string>()
  const [begun, setBegun] = useState<Begun>()
  const [isUnanswered, setUnanswered] = useState(false)
  const { note, autosave } = session
  const params = { id: job.jobId }

  const begin = () => {
    const place = note.current?.placeForComment()
    if (place) {
      player.audio.pause()
      setBegun({ id: crypto.randomUUID(), place })
    } else void message.info('Select the words you want to comment on.')
  }
  const walk = () => {
    if (note.current?.walkComments()) panel.choose('comments')
    else void message.info('There are no comments in this note.')
  }
  useKeys((event) => {
    const pressed = pressedOf(['comment', 'nextComment'], event)
    // An open question handles the keys itself.
    if (!pressed || isAskedSomething()) return undefined
    if (pressed === 'nextComment') return walk
    return isEditable ? begin : undefined
  })

  return {
    comments,
    found,
    onFound: setFound,
    current,
    /** Somebody went to a comment through its words; an open panel shows the comment. */
    onCurrent(id: string) {
      setCurrent(id)
      if (panel.isOpen && panel.tab !== 'comments') panel.choose('comments')
    },
    isEditable,
    isMine: (userId: string) => userId === user.id,
    begin,
    begun,
    /** There was no answer to the comment, which is still in its field. */
    isUnanswered,
    async add(comment: string): Promise<boolean> {
      if (!begun) return false
      const send = async () => {
        // The first save gives a new section its server id.
        await session.saveFirst()
        const { sectionId } = begun.place
        const place = { ...begun.place, sectionId: autosave.current?.serverId(sectionId) ?? sectionId }
        return call(noteCalls.addNoteComment, { params, body: { id: begun.id, comment, place } })
      }
      setUnanswered(false)
      const isDone = (await act.run(send, { success: false, onUnanswered: () => setUnanswered(true) })) !== undefined
      if (isDone) note.current?.leaveSelection()
      return isDone
    },
    end() {
      setBegun(undefined)
      setUnanswered(false)
    },
    takeOut: (commentId: string) =>
      act.run(() => call(noteCalls.deleteNoteComment, { params: { ...params, commentId } }), { success: false }),
    goTo: (id: string) => {
      setCurrent(id)
      // The sheet covers the words.
      if (panel.isSheet) panel.fold()
      note.current?.goToComment(id)
    },
    hear: (second: number) => player.playFrom(Math.max(0, second - leadSeconds)),
    /** The person's comments since the job came to them, as the reason for returning it. */
    gathered: () => gathered(placedSince(comments.data ?? [], user.id, job.heldSince)),
  }
}

export type Commenting = ReturnType<typeof useCommenting>
