import { Accessibility, PointerActivationConstraints, PointerSensor } from '@dnd-kit/dom'
import { DragDropProvider } from '@dnd-kit/react'
import { isSortable, useSortable } from '@dnd-kit/react/sortable'
import { GripVertical } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import './sortable-list.css'

/** Pressing the handle almost without moving does not start a drag. */
const sensors = [
  PointerSensor.configure({ activationConstraints: [new PointerActivationConstraints.Distance({ value: 4 })] }),
]

interface SortableListProps<T> {
  label: string
  items: readonly T[]
  keyOf: (item: T) => string
  /** The name that is read aloud when the item moves. */
  nameOf: (item: T) => string
  /** The order cannot be changed. */
  isFixed?: boolean
  onMove: (from: number, to: number) => void
  /** @param handle the control that moves the item; null if nothing can be moved */
  children: (item: T, handle: ReactNode) => ReactNode
}

/**
 * A list that a person can sort: by dragging a row's handle, or with arrows, Home and End on it. The new place is read aloud. A drag that
 * ends outside the list changes nothing.
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
