import { pointerIntersection } from '@dnd-kit/collision'
import { Accessibility, Draggable, Feedback, PointerActivationConstraints, PointerSensor } from '@dnd-kit/dom'
import { DragDropProvider, useDraggable, useDroppable } from '@dnd-kit/react'
import type { ReactNode } from 'react'
import { LeapingKeys } from './leaping-keys.ts'
import { focusOnceFree } from './use-focus-back.ts'

/** What may be carried, and where to: `name` is what is read aloud of it. */
interface Named {
  name: string
  /** What `onDrop` is told. */
  what?: unknown
}
interface Operation {
  operation: { source: { data: unknown } | null; target: { data: unknown } | null; canceled?: boolean }
}

const mostFrames = 20

/** Who carries by keys goes on where they were: what is let go is put back into its place in the page, and loses the focus by that. */
function goOnAt(source: Draggable, frames = mostFrames) {
  if (source.status !== 'idle' && frames > 0) requestAnimationFrame(() => goOnAt(source, frames - 1))
  else setTimeout(() => focusOnceFree(() => source.handle))
}

const nameOf = (thing: { data: unknown } | null) => (thing?.data as Partial<Named> | undefined)?.name ?? ''

/** What a screen reader says while something is carried. */
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

/** A finger scrolls, unless it rests for a moment; a press of the mouse that hardly moves is a click. */
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
  /** Something was let go over a place; not called for what is let go anywhere else. */
  onDrop: (what: unknown, where: string) => void
  children: ReactNode
}

/**
 * Things are carried to places within it, by mouse, by finger and by keys, which is read aloud. What is put in order within one list
 * is a `SortableList`.
 */
export const DragArea = ({ onDrop, children }: DragAreaProps) => (
  <DragDropProvider
    sensors={sensors}
    plugins={(usual) => [
      ...usual.filter((plugin) => plugin !== Accessibility && plugin !== Feedback),
      // What is let go is where it belongs at once.
      Feedback.configure({ dropAnimation: null }),
      Accessibility.configure({ announcements, screenReaderInstructions: { draggable } }),
    ]}
    onDragEnd={({ operation: { source, target, activatorEvent }, canceled }) => {
      if (source instanceof Draggable && activatorEvent instanceof KeyboardEvent) goOnAt(source)
      if (canceled || !source || !target) return
      const [{ what }, where] = [source.data as Named, String(target.id)]
      // After the transition that this runs in: a notice that is closed or shown within one makes React render without end.
      queueMicrotask(() => onDrop(what, where))
    }}
  >
    {children}
  </DragDropProvider>
)

/** What may be carried: `ref` of all of it, `handleRef` of the button that its keys are pressed at. */
export const useCarried = (id: string, name: string, what: unknown, isFixed = false) =>
  useDraggable<Named>({ id, data: { name, what }, disabled: isFixed })

/** Where something may be let go: only what is under the pointer itself is hit. */
export const usePlace = (id: string, name: string) =>
  useDroppable<Named>({ id, data: { name }, collisionDetector: pointerIntersection })
