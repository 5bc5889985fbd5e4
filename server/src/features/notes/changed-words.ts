import { sectionPlainText } from '@dictara/dictation/note-text'
import type { Work } from '../../platform/database/index.ts'
import { listSectionsOf, listStages, type StageName } from './stages.store.ts'

/** The stages at which somebody hands on a text, and the one in which it begins. */
const handedOn: readonly StageName[] = ['CONVERTED', 'TRANSCRIBED', 'REVIEWED_LEVEL_1', 'REVIEWED_LEVEL_2', 'RETURNED']

/** How often each word occurs, headings included; punctuation belongs to its word. */
function countWords(words: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}

/**
 * How many words differ between two texts: those that only one of them has, a replaced word counted once. A word that was moved is
 * not counted.
 */
export function changedWords(before: readonly string[], after: readonly string[]): number {
  const [then, now] = [countWords(before), countWords(after)]
  const missing = (from: Map<string, number>, other: Map<string, number>) =>
    [...from].reduce((sum, [word, count]) => sum + Math.max(0, count - (other.get(word) ?? 0)), 0)
  return Math.max(missing(then, now), missing(now, then))
}

async function wordsOf(work: Work, jobId: string, stageId: string): Promise<string[]> {
  const sections = await listSectionsOf(work, jobId, stageId)
  const text = sections.map(({ customHeading, content }) => `${customHeading} ${sectionPlainText(content)}`).join('\n')
  return text.split(/\s+/).filter(Boolean)
}

/** For each moment at which a text was handed on, by milliseconds: how many of its words differ from the text handed on before. */
export async function countChangedWords(work: Work, jobId: string): Promise<ReadonlyMap<number, number>> {
  const stages = (await listStages(work, jobId)).filter(({ stage }) => handedOn.includes(stage))
  const changes = new Map<number, number>()
  let before: string[] | undefined
  for (const { id, stage, at } of stages) {
    const now = await wordsOf(work, jobId, id)
    if (before && stage !== 'CONVERTED') changes.set(at.getTime(), changedWords(before, now))
    before = now
  }
  return changes
}
