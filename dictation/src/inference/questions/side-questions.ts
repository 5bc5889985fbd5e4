import type { InferredItem, SideItem } from '../items.ts'
import type { ReadSection } from '../words.ts'
import type { ChartQuestion } from './question.ts'

/**
 * Sections about the current problem. An examination compares both sides, and a history is about other problems too.
 */
const ofToday =
  /\b(?:chief complaint|reason for|cc|hpi|present(?:ing)? illness|assessment|impression|plan|diagnos[ei]s|procedure|indications?|a p)\b/
const ofPast = /\b(?:past|family|social|surgical history)\b/
const plural = /(?:[^s])s$/
const partOf = ({ part }: SideItem) => (part === 'feet' ? 'foot' : plural.test(part) ? part.slice(0, -1) : part)

/** Finds a part of the body that is only on the left in one section and only on the right in a later one. */
export function sideQuestions(read: readonly ReadSection[], items: readonly InferredItem[]): ChartQuestion[] {
  const isToday = read.map(({ heading }) => ofToday.test(heading) && !ofPast.test(heading))
  const parts = Map.groupBy(
    items.filter((item): item is SideItem => item.kind === 'side' && isToday[item.section] === true),
    partOf,
  )
  return [...parts].flatMap(([part, mentions]): ChartQuestion[] => {
    const sections = Map.groupBy(mentions, ({ section }) => section)
    // A section that mentions both sides explains both.
    if (
      [...sections.values()].some((some) => new Set(some.map(({ side }) => side)).size > 1 || some[0]!.side === 'both')
    )
      return []
    const first = mentions[0]!
    const other = mentions.find(({ side }) => side !== first.side)
    if (!other) return []
    const { section, start, end } = other
    const words = `The section “${read[first.section]!.title}” has the ${first.side} ${part}; here it is the ${other.side} ${part}.`
    return [{ kind: 'side', section, start, end, words, key: `side|${part}|${first.side}|${other.side}` }]
  })
}
