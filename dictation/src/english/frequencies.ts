import { said, type Token, type Written } from '../token.ts'
import { numberAt } from './points.ts'
import { readUnit } from './units.ts'

/** Latin abbreviations that are spoken letter by letter. Those that are easily misread are written out (ISMP). */
const spelled: readonly (readonly [string, string])[] = [
  ['q o d', 'every other day'],
  ['q h s', 'q.h.s.'],
  ['q a m', 'q.a.m.'],
  ['q p m', 'q.p.m.'],
  ['q a c', 'q.a.c.'],
  ['b i d', 'b.i.d.'],
  ['t i d', 't.i.d.'],
  ['q i d', 'q.i.d.'],
  ['p r n', 'p.r.n.'],
  ['n p o', 'NPO'],
  ['q d', 'daily'],
  ['p o', 'p.o.'],
  ['i v', 'IV'],
]

/** "b i d" → b.i.d.; "q d" → daily. */
export function spelledFrequency(tokens: readonly Token[], at: number): Written | undefined {
  if (said(tokens, at)?.length !== 1) return undefined
  for (const [letters, text] of spelled) {
    const names = letters.split(' ')
    if (names.every((name, index) => said(tokens, at + index) === name)) return { text, count: names.length }
  }
  // "i m" is a route only after a dose.
  const isRoute = said(tokens, at) === 'i' && said(tokens, at + 1) === 'm' && readUnit(tokens, at - 1)
  return isRoute ? { text: 'IM', count: 2 } : undefined
}

/** "q six h" → q6h; "q four to six hours" → q4-6h. */
export function everyHours(tokens: readonly Token[], at: number): Written | undefined {
  if (said(tokens, at) !== 'q') return undefined
  const first = numberAt(tokens, at + 1)
  if (!first) return undefined
  let [digits, end] = [first.digits, at + 1 + first.count]
  const second = said(tokens, end) === 'to' ? numberAt(tokens, end + 1) : undefined
  if (second) [digits, end] = [`${digits}-${second.digits}`, end + 1 + second.count]
  return /^(?:h|hr|hrs|hour|hours)$/.test(said(tokens, end) ?? '')
    ? { text: `q${digits}h`, count: end - at + 1 }
    : undefined
}
