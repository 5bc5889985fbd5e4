/** The warning about required headings without text; undefined if there are none. */
export const requiredHeadingsMessage = (names: readonly string[]): string | undefined => {
  if (names.length === 0) return undefined
  const list = names.join(', ')
  return names.length === 1
    ? `1 required heading is empty: ${list}.`
    : `${names.length} required headings are empty: ${list}.`
}
