import { Accessibility, PointerActivationConstraints, PointerSensor } from '@dnd-kit/dom'
import { DragDropProvider } from '@dnd-kit/react'
import { isSortable, useSortable } from '@dnd-kit/react/sortable'
import { GripVertical } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import './sortable-list.css'

/** A press of the handle that hardly moves carries nothing. */
const sensors = [
  PointerSensor.configure({ activationConstraints: [new PointerActivationConstraints.Distance({ value: 4 })] }),
]

interface SortableListProps<T> {
  label: string
  items: readonly T[]
  keyOf: (item: T) => string
  /** What is read of it when it moves. */
  nameOf: (item: T) => string
  /** They stand as they stand. */
  isFixed?: boolean
  onMove: (from: number, to: number) => void
  /** @param handle by which it is moved; null where nothing can be */
  children: (item: T, handle: ReactNode) => ReactNode
}

/**
 * A list whose order a person makes: dragged by the handle of a row, or moved by arrows, Home and End on it. Where a row stands then is
 * read out; a drag that ends outside changes nothing.
 */
export function SortableList<T>({
  label,
  items,
  keyOf,
  nameOf,
  isFixed = false,
  onMove,
  children,
}: SortableListProps<T>) {
  const help = useId()
  const [told, tell] = useState('')
  function move(from: number, to: number) {
    if (to < 0 || to >= items.length || to === from) return
    onMove(from, to)
    tell(`${nameOf(items[from]!)} is at place ${to + 1} of ${items.length}.`)
  }
  return (
    <DragDropProvider
      sensors={sensors}
      plugins={(usual) => usual.filter((plugin) => plugin !== Accessibility)}
      onDragEnd={({ operation: { source, target }, canceled }) => {
        if (!canceled && target && isSortable(source)) move(source.initialIndex, source.index)
      }}
    >
      <ol className="sortable" aria-label={label}>
        {items.map((item, index) => (
          <Row
            key={keyOf(item)}
            id={keyOf(item)}
            index={index}
            name={nameOf(item)}
            help={help}
            isFixed={isFixed || items.length < 2}
            last={items.length - 1}
            onMove={move}
          >
            {(handle) => children(item, handle)}
          </Row>
        ))}
      </ol>
      <span hidden id={help}>
        Arrow keys move it up and down, Home and End to the ends of the list.
      </span>
      <output className="visually-hidden">{told}</output>
    </DragDropProvider>
  )
}

interface RowProps {
  id: string
  index: number
  name: string
  help: string
  isFixed: boolean
  last: number
  onMove: (from: number, to: number) => void
  children: (handle: ReactNode) => ReactNode
}

function Row({ id, index, name, help, isFixed, last, onMove, children }: RowProps) {
  const { ref, handleRef, isDragging } = useSortable({ id, index, disabled: isFixed })
  function onKeyDown(event: KeyboardEvent) {
    const to = { ArrowUp: index - 1, ArrowDown: index + 1, Home: 0, End: last }[event.key]
    if (to === undefined) return
    event.preventDefault()
    onMove(index, to)
  }
  return (
    <li ref={ref} className={isDragging ? 'sortable-row sortable-moving' : 'sortable-row'}>
      {children(
        !isFixed && (
          <button
            ref={handleRef}
            type="button"
            className="sortable-handle"
            aria-label={`Move ${name}`}
            aria-describedby={help}
            onKeyDown={onKeyDown}
          >
            <GripVertical size={18} aria-hidden />
          </button>
        ),
      )}
    </li>
  )
}
