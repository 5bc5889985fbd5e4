import { sql } from 'kysely'
import { type Gate, rowOf } from '../database/index.ts'

export interface TakenCalls {
  /** How many of those that were wanted. */
  granted: number
  /** When counting begins anew. */
  endsAt: Date
}

/** Counts so many calls of this minute before they are answered, in one statement: all copies together never go over `most`. */
export async function takeCalls(gate: Gate, key: string, wanted: number, most: number): Promise<TakenCalls> {
  return rowOf(gate, sql`select * from gate.take_calls(${key}, ${gate.now}, ${wanted}, ${most})`)
}
