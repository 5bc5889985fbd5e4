import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import { wordsOf } from '../../platform/database/index.ts'
import { mayKnowPatient } from './access-rules.store.ts'

const mostWords = 5
/** The characters that `plain_words` of the migrations replaces by spaces. */
const signs = /[\u0020-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00a0\u2000-\u206f\u3000]+/u
const hasLetterOrNumber = /[\p{L}\p{N}]/u

/** A search in the form that the queries use. */
export interface JobSearch {
  /** The search is empty, so every job is found. */
  isEmpty: boolean
  /** `job_search.words` must be like every one of these. If there are none and `isEmpty` is false, nothing is found. */
  patterns: readonly string[]
  /** Words that may be a whole job number or a whole record number. */
  numbers: readonly number[]
  records: readonly string[]
}

/**
 * Reads a search of at most five words. Each word may appear anywhere in the job number, the patient's name or record number, or
 * the author's name, also in forms such as "Abbott, Amara" or "Smith-Jones". A word of one or two letters, too short for the
 * trigram index, must begin a word there. Words without a letter or digit are ignored.
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

/** Lets a match by record number count only for actors who may know the job's record number. */
export const mayFindBy = (actor: Actor, byRecord: RawBuilder<boolean>): RawBuilder<boolean> =>
  sql<boolean>`(not ${byRecord} or ${mayKnowPatient(actor)})`

/** True for jobs `j` that the actor finds by a search. Looks up each job's search words separately. */
export function isFound(actor: Actor, { isEmpty, patterns }: JobSearch): RawBuilder<boolean> {
  if (isEmpty) return sql<boolean>`true`
  if (patterns.length === 0) return sql<boolean>`false`
  return sql<boolean>`(
    select (case when ${mayKnowPatient(actor)} then s.words else split_part(s.words, E'\\t', 1) end)
      like all(array(select unaccent(pattern) from unnest(${patterns}::text[]) pattern))
    from job_search s where s.clinic_id = j.clinic_id and s.job_id = j.id)`
}
