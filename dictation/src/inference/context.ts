import { phraseAt, type PhraseTable, phraseTable } from './phrase-table.ts'
import type { ReadSection, Token } from './words.ts'

/**
 * How a word affects the meaning of its neighbours, after ConText (Harkema, Dowling, Thornblade and Chapman, 2009).
 * `before` affects the rest of the sentence, `after` the words before it, and `around` both sides. The near ones reach
 * only to the next comma, "and" or "with". `pseudo` looks like a trigger but is none. `stop` ends a scope, as a pseudo
 * trigger does.
 */
export type Trigger = 'before' | 'beforeNear' | 'after' | 'afterNear' | 'around' | 'pseudo' | 'stop'

export const triggerTable = (lists: Partial<Record<Trigger, readonly string[]>>): PhraseTable<Trigger> =>
  phraseTable(
    Object.entries(lists).flatMap(([trigger, phrases]) =>
      phrases.map((phrase) => [phrase, trigger as Trigger] as const),
    ),
  )

/** How far back a trigger reaches, in tokens. */
const backMost = 25
const nearEnds = new Set([',', 'and', 'with', '(', ')', ':'])

/** Marks the tokens of a section that are in the scope of a trigger of the table. */
export function inScope({ tokens, sentences }: ReadSection, table: PhraseTable<Trigger>): Uint8Array {
  const scope = new Uint8Array(tokens.length)
  for (const { start, end } of sentences) {
    let open: Trigger | undefined
    let [stopped, near] = [start, start]
    for (let at = start; at < end; ) {
      const found = triggerAt(table, tokens, at, end)
      const next = at + (found?.count ?? 1)
      const isNearEnd = nearEnds.has(tokens[at]!.text)
      if (found?.value === 'before' || found?.value === 'beforeNear') open = found.value
      else if (found?.value === 'stop' || found?.value === 'pseudo') [open, stopped] = [undefined, next]
      else if (found && found.value !== 'around') {
        const from = found.value === 'after' ? stopped : Math.max(stopped, near)
        scope.fill(1, Math.max(from, at - backMost), at)
        ;[open, stopped] = [undefined, next]
      } else if (found) {
        scope.fill(1, Math.max(stopped, near, at - backMost), at)
        open = 'before'
      } else if (open === 'beforeNear' && isNearEnd) open = undefined
      else if (open) scope.fill(1, at, next)
      if (isNearEnd) near = at + 1
      at = next
    }
  }
  return scope
}

/**
 * The longest trigger at a token. If it contains a pseudo trigger, that one counts instead: "there is no | change in".
 */
function triggerAt(table: PhraseTable<Trigger>, tokens: readonly Token[], at: number, end: number) {
  const found = phraseAt(table, tokens, at, end)
  for (let inner = at + 1; found && inner < at + found.count; inner += 1) {
    const pseudo = phraseAt(table, tokens, inner, end)
    if (pseudo?.value === 'pseudo') return { value: pseudo.value, count: inner - at + pseudo.count }
  }
  return found
}
