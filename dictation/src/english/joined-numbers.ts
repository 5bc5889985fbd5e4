import { said, type Token, type Written } from '../token.ts'
import { readPair, readYear } from './number-words.ts'
import { numberAt } from './points.ts'

/**
 * Numbers with a spoken slash or hyphen between them: "five slash three twenty five" → 5/325, "oh three slash twelve".
 */
export function joinedNumbers(tokens: readonly Token[], at: number): Written | undefined {
  let text = ''
  let next = at
  for (;;) {
    const part = readJoined(tokens, next, text !== '')
    if (!part) return undefined
    text += part.digits
    next += part.count
    const join = tokens[next]
    const isJoin = join?.kind === 'joining' && readJoined(tokens, next + 1, true) !== undefined
    if (!isJoin) break
    text += join.text.trim()
    next += 1
  }
  return /[-/]/.test(text) ? { text, count: next - at } : undefined
}
function readJoined(
  tokens: readonly Token[],
  at: number,
  isLater: boolean,
): { digits: string; count: number } | undefined {
  const name = said(tokens, at)
  const pair = name === 'oh' || name === 'zero' ? readPair(tokens, at) : undefined
  if (pair) return { digits: String(pair.value).padStart(2, '0'), count: pair.count }
  if (name === 'oh') return { digits: '0', count: 1 }
  const year = isLater ? readYear(tokens, at) : undefined
  if (year) return year
  const number = numberAt(tokens, at)
  return number && { digits: number.digits.replaceAll(',', ''), count: number.count }
}
