import { refuseFile } from '@dictara/browser/recorded-file'
import { audioExtensions } from '@dictara/contract/dictations'
import { useId, useState, type DragEvent } from 'react'
import { FileIcon } from '../ui/icons.tsx'
import { Notice } from '../ui/notice.tsx'

interface FileChoiceProps {
  label: string
  limitBytes: number
  onChoose(file: File): void
}

const accepted = audioExtensions.map((extension) => `.${extension}`).join(',')

/** Drop a file, or choose one; a file that cannot be sent is refused before any of it is sent. */
export function FileChoice({ label, limitBytes, onChoose }: FileChoiceProps) {
  const id = useId()
  const [refused, setRefused] = useState<string>()
  const [isOver, setOver] = useState(false)

  const take = (file: File | undefined) => {
    if (!file) return
    const reason = refuseFile(file, limitBytes)
    setRefused(reason)
    if (!reason) onChoose(file)
  }
  const drag = (event: DragEvent, over: boolean) => {
    event.preventDefault()
    setOver(over)
  }

  return (
    <>
      <div
        className="drop"
        data-over={isOver}
        onDragOver={(event) => drag(event, true)}
        onDragLeave={(event) => drag(event, false)}
        onDrop={(event) => {
          drag(event, false)
          take(event.dataTransfer.files[0])
        }}
      >
        <FileIcon />
        <label htmlFor={id}>{label}</label>
        <input
          id={id}
          type="file"
          accept={accepted}
          aria-describedby={`${id}-hint`}
          onChange={(event) => {
            take(event.currentTarget.files?.[0])
            event.currentTarget.value = ''
          }}
        />
        <p className="hint" id={`${id}-hint`}>
          {`${audioExtensions.join(', ')} · up to ${Math.floor(limitBytes / 1_048_576)} MB`}
        </p>
      </div>
      {refused ? <Notice tone="error" title={refused} /> : null}
    </>
  )
}
