import { toWritten } from '@dictara/dictation'

/** One line as it is written, on one line: a line break inside is the two characters `\n`. */
const writeLine = (spoken: string) => toWritten(spoken).replaceAll('\n', '\\n')

/**
 * Spoken lines as written lines, one for one and in order; a line without words stays an empty line.
 * Only `\n` ends a line, before which a `\r` counts as a blank; each piece that comes out ends with a whole line.
 */
export async function* writeLines(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let begun: string[] = []
  for await (const piece of pieces) {
    const [first, ...others] = piece.split('\n') as [string, ...string[]]
    begun.push(first)
    if (others.length === 0) continue
    const last = others.pop()!
    yield [begun.join(''), ...others].map((line) => `${writeLine(line)}\n`).join('')
    begun = [last]
  }
  const rest = begun.join('')
  if (rest !== '') yield `${writeLine(rest)}\n`
}
