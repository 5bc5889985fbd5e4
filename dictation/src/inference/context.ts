import { phraseAt, phraseTable, type PhraseTable } from './phrase-table.ts'
import type { ReadSection } from './words.ts'

/**
 * How words tell about those around them, after ConText (Harkema, Dowling, Thornblade and Chapman, 2009): `before` tells of what
 * follows, `after` of what stands before, `pseudo` looks like a trigger and is none, `stop` ends the scope of one.
 */
export type Trigger = 'before' | 'after' | 'pseudo' | 'stop'

export const triggerTable = (lists: Record<Trigger, readonly string[]>): PhraseTable<Trigger> =>
  phraseTable(
    Object.entries(lists).flatMap(([trigger, phrases]) =>
      phrases.map((phrase) => [phrase, trigger as Trigger] as const),
    ),
  )

/** How far back a trigger reaches that stands behind what it tells of, in tokens. */
const backMost = 25

/** Which tokens of a section are in the scope of a trigger of the table. */
export function inScope({ tokens, sentences }: ReadSection, table: PhraseTable<Trigger>): Uint8Array {
  const scope = new Uint8Array(tokens.length)
  for (const { start, end } of sentences) {
    let [isOpen, stopped] = [false, start]
    for (let at = start; at < end; ) {
      const found = phraseAt(table, tokens, at, end)
      const count = found?.count ?? 1
      if (found?.value === 'before') isOpen = true
      else if (found?.value === 'stop') [isOpen, stopped] = [false, at + count]
      else if (found?.value === 'after') {
        scope.fill(1, Math.max(stopped, at - backMost), at)
        isOpen = false
        stopped = at + count
      } else if (isOpen) scope.fill(1, at, at + count)
      at += count
    }
  }
  return scope
}
