import { Button, Tooltip } from 'antd'
import { ArrowLeft, ArrowRight, GripVertical, Trash2 } from 'lucide-react'
import type { MouseEvent, ReactNode } from 'react'
import { cut } from '../../ui/cut.tsx'
import { useCarried } from '../../ui/drag-area.tsx'

interface BoardCardProps {
  id: string
  /** The data that is passed to the place where the card is dropped. */
  carried: unknown
  name: string
  nameMost: number
  text: ReactNode
  isActive: boolean
  /** Its person may delete it directly. */
  mayDelete: boolean
  isBusy: boolean
  /** The other list is visible beside it: the card can be dragged there. */
  isBeside: boolean
  onOpen: () => void
  onMove: () => void
  onDelete: () => void
}

/** The second click of a double click would hit the next card, which has moved up. */
const once = (act: () => void) => (event: MouseEvent) => {
  if (event.detail < 2) act()
}

/** A kept item: a click opens it; it is dragged by mouse, finger or keys, or moved by one key press. */
export function BoardCard({
  id,
  carried,
  name,
  nameMost,
  text,
  isActive,
  mayDelete,
  isBusy,
  isBeside,
  ...on
}: BoardCardProps) {
  const { ref, handleRef, isDragging } = useCarried(id, name, carried, isBusy || !isBeside)
  const Arrow = isActive ? ArrowLeft : ArrowRight
  const move = isActive ? 'Remove from Active List' : 'Add to Active List'
  return (
    <div ref={isBeside ? ref : undefined} className={isDragging ? 'item-card is-carried' : 'item-card'}>
      {isBeside && (
        <button ref={handleRef} type="button" className="item-handle" aria-label={`Carry ${name}`}>
          <GripVertical size={16} aria-hidden />
        </button>
      )}
      <button type="button" className="item-open" onClick={on.onOpen}>
        <strong title={name.length > nameMost ? name : undefined}>{cut(name, nameMost)}</strong>
        <span className="item-text">{text}</span>
      </button>
      <div className="item-acts" data-undraggable>
        <Tooltip title={move}>
          <Button
            type="text"
            aria-label={`${move}: ${name}`}
            disabled={isBusy}
            icon={<Arrow size={16} aria-hidden />}
            onClick={once(on.onMove)}
          />
        </Tooltip>
        {mayDelete && (
          <Tooltip title="Delete">
            <Button
              type="text"
              aria-label={`Delete ${name}`}
              icon={<Trash2 size={16} aria-hidden />}
              onClick={once(on.onDelete)}
            />
          </Tooltip>
        )}
      </div>
    </div>
  )
}
