import { Button } from 'antd'
import type { RefObject } from 'react'
import type { NoteHandle } from '../../../editor/note-session.ts'

/** One line above a draft that is better typed anew than mended, and the way to do so. */
export const LittleUnderstood = ({ note }: { note: RefObject<NoteHandle | null> }) => (
  <p className="little-understood">
    <span>The engine understood little of this recording.</span>
    <Button size="small" type="link" onClick={() => note.current?.emptyNote()}>
      Type from the sound
    </Button>
  </p>
)
