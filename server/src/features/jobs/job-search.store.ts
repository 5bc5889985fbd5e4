import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import { wordsOf } from '../../platform/database/index.ts'
import { mayKnowPatient } from './access-rules.store.ts'

const mostWords = 5
/** What `plain_words` of the migrations takes for a space; words are divided at spaces by then. */
const signs = /[\u0020-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00a0\u2000-\u206f\u3000]+/u
const hasLetterOrNumber = /[\p{L}\p{N}]/u

/** What is searched for, as the database is asked. */
export interface JobSearch {
  /** Nothing is searched for: every job is found. */
  isEmpty: boolean
  /** What `job_search.words` must be like; none although something is searched for: nothing is found. */
  patterns: readonly string[]
  /** Job numbers and record numbers that stand there as a whole. */
  numbers: readonly number[]
  records: readonly string[]
}

/**
 * Reads what somebody searches for: at most five words. Each stands anywhere in the job number, the name or the record number
 * of the patient or the author's name, also as "Abbott, Amara" or "Smith-Jones"; one of one or two letters, too short for the
 * trigram index, begins a word there. Signs alone are in no word.
 */
export function readSearch(searchValue: string): JobSearch {
  const asTyped = wordsOf(searchValue)
  const words = asTyped
    .flatMap((word) => word.split(signs))
    .filter((word) => hasLetterOrNumber.test(word))
    .slice(0, mostWords)
  return {
    isEmpty: asTyped.length === 0,
    patterns: words.map((word) => `%${[...word].length < 3 ? ' ' : ''}${word}%`),
    numbers: words.filter((word) => /^[0-9]{1,9}$/.test(word)).map(Number),
    records: asTyped.slice(0, mostWords),
  }
}

/** True where a job is found that fits only because the record number counts: who may not know it does not find by it. */
export const mayFindBy = (actor: Actor, byRecord: RawBuilder<boolean>): RawBuilder<boolean> =>
  sql<boolean>`(not ${byRecord} or ${mayKnowPatient(actor)})`

/** True for jobs `j` that the actor finds by a search, one looked up after the other. */
export function isFound(actor: Actor, { isEmpty, patterns }: JobSearch): RawBuilder<boolean> {
  if (isEmpty) return sql<boolean>`true`
  if (patterns.length === 0) return sql<boolean>`false`
  return sql<boolean>`(
    select (case when ${mayKnowPatient(actor)} then s.words else split_part(s.words, E'\\t', 1) end)
      like all(array(select unaccent(pattern) from unnest(${patterns}::text[]) pattern))
    from job_search s where s.clinic_id = j.clinic_id and s.job_id = j.id)`
}
