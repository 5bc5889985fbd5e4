import { useState } from 'react'
import { initialsOf } from './initials.ts'
import './face.css'

interface FaceProps {
  name: string
  /** Address of their photo; their initials stand where there is none, or it does not arrive. */
  photo: string | null | undefined
  /** Its side in pixels. Default 24. */
  size?: number
}

/** How somebody looks, beside their name, which tells the same to those who do not see it. */
export function Face({ name, photo, size = 24 }: FaceProps) {
  const [failed, setFailed] = useState<string>()
  const isShown = photo && photo !== failed
  return (
    // Its letters are drawn, not written: who reads or searches the page finds the name beside it once.
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
