import { commonRuns } from '../../../editor/words/common-runs.ts'

export interface ComparedPart {
  kind: 'same' | 'added' | 'taken'
  text: string
}

const wordsOf = (text: string) => text.match(/\s+|[^\s]+/g) ?? []

/** The edits that turn one text into the other, word by word; of two words in one place the older comes first. */
export function compareTexts(before: string, after: string): ComparedPart[] {
  const [one, other] = [wordsOf(before), wordsOf(after)]
  const parts: ComparedPart[] = []
  const add = (kind: ComparedPart['kind'], words: readonly string[]) => {
    if (words.length > 0) parts.push({ kind, text: words.join('') })
  }
  let [a, b] = [0, 0]
  for (const run of [...commonRuns(one, other), { a: one.length, b: other.length, length: 0 }]) {
    add('taken', one.slice(a, run.a))
    add('added', other.slice(b, run.b))
    a = run.a + run.length
    b = run.b + run.length
    add('same', one.slice(run.a, a))
  }
  return parts
}
