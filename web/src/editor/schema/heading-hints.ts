import { headingText } from '@dictara/dictation/note-text'

/** What is to be said under headings, by the template that the note follows; told to each heading that stands in the page. */
export function createHeadingHints() {
  let hints: ReadonlyMap<string, string> = new Map()
  const shown = new Set<() => void>()
  return {
    of: (heading: string): string => (hints.size === 0 ? '' : (hints.get(headingText(heading)) ?? '')),
    /** By heading as it is stored. */
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
