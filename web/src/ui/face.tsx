import { useState } from 'react'
import { initialsOf } from './initials.ts'
import './face.css'

interface FaceProps {
  name: string
  /** Address of the person's photo. If there is none, or it does not load, initials are shown. */
  photo: string | null | undefined
  /** Length of a side in pixels. Default 24. */
  size?: number
}

/** A person's photo or initials, beside their name. Screen readers get the name only. */
export function Face({ name, photo, size = 24 }: FaceProps) {
  const [failed, setFailed] = useState<string>()
  const isShown = photo && photo !== failed
  return (
    // The letters are not text in the page, so that a screen reader or a search finds the name only once.
    <span
      className="face"
      aria-hidden
      data-initials={isShown ? undefined : initialsOf(name)}
      style={{ inlineSize: size, blockSize: size, fontSize: size * 0.42 }}
    >
      {isShown && (
        <img src={photo} alt="" width={size} height={size} draggable={false} onError={() => setFailed(photo)} />
      )}
    </span>
  )
}
