import { fullMomentIn } from '@dictara/browser/moments'

/** A moment in a narrow column: the line may break only between day and time. */
export function Moment({ at, timeZone }: { at: string; timeZone: string }) {
  const words = fullMomentIn(at, timeZone)
  const end = words.lastIndexOf(', ') + 1
  return (
    // This must be one element, because in a card a cell is a grid of its title and its value.
    <span>
      <span className="audit-unbroken">{words.slice(0, end)}</span>{' '}
      <span className="audit-unbroken">{words.slice(end + 1)}</span>
    </span>
  )
}
