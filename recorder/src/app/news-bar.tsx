import { useLayoutEffect, useRef } from 'react'
import type { Said } from '../sent/use-sent.ts'
import { Shortcut } from '../ui/shortcut.tsx'
import { shortcutName, useShortcuts } from '../ui/use-shortcuts.ts'
import type { Discarded } from '../unsent/discards.ts'
import { patientOf } from '../unsent/unsent-list.tsx'

interface NewsBarProps {
  said: Said | undefined
  discarded: Discarded | undefined
  onUndo(): void
}

/** The bar at the bottom after a recording has left the desk: it was submitted, or discarded with an Undo button. */
export function NewsBar({ said, discarded, onUndo }: NewsBarProps) {
  useShortcuts({ KeyZ: discarded && onUndo })
  return (
    <div className={discarded || said ? 'dock dock-news' : undefined}>
      <output>
        {discarded ? (
          <DiscardedWords {...discarded} />
        ) : said ? (
          <>
            <strong className="dock-done">{said.job}</strong> <span>{said.patient}</span>
          </>
        ) : null}
      </output>
      {discarded ? <UndoButton onUndo={onUndo} /> : null}
    </div>
  )
}

function DiscardedWords({ one, isCertain }: Discarded) {
  const name = patientOf(one)
  if (isCertain) return <strong>{`Recording of ${name} discarded`}</strong>
  return (
    <>
      <strong>{`Discarding the recording of ${name}…`}</strong>{' '}
      <span>It was submitted before, and the server can’t be reached. If it’s a job by now, it stays one.</span>
    </>
  )
}

/** When it disappears, its focus moves to the next patient. */
function UndoButton({ onUndo }: Pick<NewsBarProps, 'onUndo'>) {
  const button = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    const { current } = button
    return () => {
      if (document.activeElement === current) document.querySelector<HTMLElement>('[role=combobox]')?.focus()
    }
  }, [])
  return (
    <button type="button" ref={button} className="button" aria-keyshortcuts={shortcutName('KeyZ')} onClick={onUndo}>
      Undo
      <Shortcut code="KeyZ" />
    </button>
  )
}
