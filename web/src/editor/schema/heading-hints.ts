import { headingText } from '@dictara/dictation/note-text'

/**
 * Hints of the note's template about what to dictate under each heading; every heading in the page is informed of
 * changes.
 */
export function createHeadingHints() {
  let hints: ReadonlyMap<string, string> = new Map()
  const shown = new Set<() => void>()
  return {
    of: (heading: string): string => (hints.size === 0 ? '' : (hints.get(headingText(heading)) ?? '')),
    /** By heading as stored. */
    set(next: ReadonlyMap<string, string>) {
      hints = next
      for (const show of shown) show()
    },
    watch: (show: () => void) => {
      shown.add(show)
      return () => void shown.delete(show)
    },
  }
}

export type HeadingHints = ReturnType<typeof createHeadingHints>
