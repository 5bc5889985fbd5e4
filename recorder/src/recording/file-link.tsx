import { refuseFile } from '@dictara/browser/recorded-file'
import { audioExtensions } from '@dictara/contract/dictations'
import { useEffect, useEffectEvent, useId, useState } from 'react'
import { FileIcon } from '../ui/icons.tsx'
import { Notice } from '../ui/notice.tsx'

interface FileLinkProps {
  limitBytes: number
  onChoose(file: File): void
}

const accepted = audioExtensions.map((extension) => `.${extension}`).join(',')

/**
 * A file instead of dictation: chosen by a link, or dropped anywhere on the page. A file that cannot be sent is refused
 * before any of it is sent.
 */
export function FileLink({ limitBytes, onChoose }: FileLinkProps) {
  const id = useId()
  const [refused, setRefused] = useState<string>()
  const [isOver, setOver] = useState(false)

  const take = (file: File | undefined) => {
    if (!file) return
    const reason = refuseFile(file, limitBytes)
    setRefused(reason)
    if (!reason) onChoose(file)
  }
  const drop = useEffectEvent((event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    take(event.dataTransfer?.files[0])
  })
  useEffect(() => {
    const over = (event: DragEvent) => {
      event.preventDefault()
      setOver(true)
    }
    // Only when leaving the page itself: between its elements the pointer is still over it.
    const leave = ({ relatedTarget }: DragEvent) => relatedTarget === null && setOver(false)
    const dropped = (event: DragEvent) => drop(event)
    window.addEventListener('dragover', over)
    window.addEventListener('dragleave', leave)
    window.addEventListener('drop', dropped)
    return () => {
      window.removeEventListener('dragover', over)
      window.removeEventListener('dragleave', leave)
      window.removeEventListener('drop', dropped)
    }
  }, [])

  return (
    <div className="file-link">
      <input
        id={id}
        type="file"
        className="visually-hidden"
        accept={accepted}
        aria-describedby={`${id}-hint`}
        onChange={(event) => {
          take(event.currentTarget.files?.[0])
          event.currentTarget.value = ''
        }}
      />
      <label htmlFor={id}>
        <FileIcon />
        Drop a recording here, or choose a file
      </label>
      <p className="hint" id={`${id}-hint`}>
        {`${audioExtensions.join(', ')} · up to ${Math.floor(limitBytes / 1_048_576)} MB`}
      </p>
      {refused ? <Notice tone="error" title={refused} /> : null}
      {isOver ? (
        <div className="drop-veil" aria-hidden="true">
          Drop the recording anywhere
        </div>
      ) : null}
    </div>
  )
}
