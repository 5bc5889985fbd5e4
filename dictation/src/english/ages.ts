import { said, type Token, type Written } from '../token.ts'
import { amountAt, oldest } from './points.ts'

/** "fifty four year old" → 54-year-old. */
export function age(tokens: readonly Token[], at: number): Written | undefined {
  const number = amountAt(tokens, at)
  if (!number || number.value > oldest) return undefined
  const unit = said(tokens, at + number.count) ?? ''
  const joined = /^(year|month|week|day)-old$/.exec(unit)?.[1]
  if (joined) return { text: `${number.digits}-${joined}-old`, count: number.count + 1 }
  if (!/^(?:year|month|week|day)$/.test(unit) || said(tokens, at + number.count + 1) !== 'old') return undefined
  return { text: `${number.digits}-${unit}-old`, count: number.count + 2 }
}

/** "thirty pack year history" → 30-pack-year history. */
export function packYears(tokens: readonly Token[], at: number): Written | undefined {
  const number = amountAt(tokens, at)
  if (!number) return undefined
  const next = at + number.count
  if (said(tokens, next) !== 'pack' || !/^years?$/.test(said(tokens, next + 1) ?? '')) return undefined
  return { text: `${number.digits} pack-${said(tokens, next + 1)}`, count: number.count + 2 }
}
