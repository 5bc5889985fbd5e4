import { pointerIntersection } from '@dnd-kit/collision'
import { Accessibility, Draggable, Feedback, PointerActivationConstraints, PointerSensor } from '@dnd-kit/dom'
import { DragDropProvider, useDraggable, useDroppable } from '@dnd-kit/react'
import type { ReactNode } from 'react'
import { LeapingKeys } from './leaping-keys.ts'
import { focusOnceFree } from './use-focus-back.ts'

/** A thing to drag or a place to drop it; `name` is read aloud. */
interface Named {
  name: string
  /** The value that `onDrop` receives. */
  what?: unknown
}
interface Operation {
  operation: { source: { data: unknown } | null; target: { data: unknown } | null; canceled?: boolean }
}

const mostFrames = 20

/** Returns the focus to the dragged element: on drop it is put back into its place in the page and loses the focus. */
function goOnAt(source: Draggable, frames = mostFrames) {
  if (source.status !== 'idle' && frames > 0) requestAnimationFrame(() => goOnAt(source, frames - 1))
  else setTimeout(() => focusOnceFree(() => source.handle))
}

const nameOf = (thing: { data: unknown } | null) => (thing?.data as Partial<Named> | undefined)?.name ?? ''

/** Screen reader messages during a drag. */
const announcements = {
  dragstart: ({ operation }: Operation) => `${nameOf(operation.source)} is picked up.`,
  dragover: ({ operation }: Operation) =>
    operation.target
      ? `${nameOf(operation.source)} is over ${nameOf(operation.target)}.`
      : `${nameOf(operation.source)} is over no list.`,
  dragend: ({ operation }: Operation) =>
    operation.target && !operation.canceled
      ? `${nameOf(operation.source)} is dropped on ${nameOf(operation.target)}.`
      : `${nameOf(operation.source)} is put back where it was.`,
}
const draggable =
  'To pick it up, press Space. Then use the arrow keys to carry it to another list. Press Space again to drop it, or Escape to put it back.'

/** A finger scrolls unless it rests for a moment; a mouse press that hardly moves is a click. */
const sensors = [
  PointerSensor.configure({
    activatorElements: ({ element }) => [element],
    preventActivation: ({ target }) => target instanceof Element && target.closest('[data-undraggable]') !== null,
    activationConstraints: ({ pointerType }) =>
      pointerType === 'touch'
        ? [new PointerActivationConstraints.Delay({ value: 250, tolerance: 5 })]
        : [new PointerActivationConstraints.Distance({ value: 6 })],
  }),
  LeapingKeys,
]

interface DragAreaProps {
  /** Called when something is dropped on a place, but not when it is dropped elsewhere. */
  onDrop: (what: unknown, where: string) => void
  children: ReactNode
}

/**
 * Lets people drag things to places within it by mouse, finger and keyboard; each step is read aloud. To sort one list, use `SortableList`.
 */
export const DragArea = ({ onDrop, children }: DragAreaProps) => (
  <DragDropProvider
    sensors={sensors}
    plugins={(usual) => [
      ...usual.filter((plugin) => plugin !== Accessibility && plugin !== Feedback),
      // A dropped thing is at its new place at once.
      Feedback.configure({ dropAnimation: null }),
      Accessibility.configure({ announcements, screenReaderInstructions: { draggable } }),
    ]}
    onDragEnd={({ operation: { source, target, activatorEvent }, canceled }) => {
      if (source instanceof Draggable && activatorEvent instanceof KeyboardEvent) goOnAt(source)
      if (canceled || !source || !target) return
      const [{ what }, where] = [source.data as Named, String(target.id)]
      // Run after the current transition: showing or closing a notice within it makes React render without end.
      queueMicrotask(() => onDrop(what, where))
    }}
  >
    {children}
  </DragDropProvider>
)

/** Makes something draggable: put `ref` on the whole element and `handleRef` on the button that takes the keys. */
export const useCarried = (id: string, name: string, what: unknown, isFixed = false) =>
  useDraggable<Named>({ id, data: { name, what }, disabled: isFixed })

/** Makes something a drop target; only the target directly under the pointer is hit. */
export const usePlace = (id: string, name: string) =>
  useDroppable<Named>({ id, data: { name }, collisionDetector: pointerIntersection })
