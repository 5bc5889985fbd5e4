import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { RowOf, Tables } from '../../platform/database/index.ts'

/**
 * Every column of an audit row, by its name in a seal. A column that is added later has to be null in rows that were sealed
 * before; a column that is renamed keeps its old name here.
 */
const columns = {
  at: true,
  clinicId: true,
  comment: true,
  detail: true,
  event: true,
  facilityId: true,
  fromStatus: true,
  id: true,
  ip: true,
  jobId: true,
  level: true,
  patientId: true,
  position: true,
  sessionId: true,
  toStatus: true,
  userId: true,
} satisfies Record<keyof Tables['auditEvents'], true>
export const sealedColumns = Object.keys(columns).toSorted() as (keyof typeof columns)[]

/** An audit row with its columns as text, in the order of `sealedColumns`. */
export type AuditRow = RowOf<'auditEvents', 'id' | 'clinicId' | 'position'> & { values: readonly (string | null)[] }

/**
 * What a seal says: the rows of one clinic (null: of none) whose positions are after `afterPosition`, up to `upToPosition`. `id` counts
 * the seals of all clinics, from 1 and without gaps. `digests`: of each row, in the order of positions, its id and its hash, 16 bytes
 * each. `previousHash` is that of the clinic's seal before this one; null for its first.
 */
export interface SealFacts
  extends RowOf<'auditSeals', 'id' | 'clinicId' | 'afterPosition' | 'upToPosition' | 'digests' | 'previousHash'> {
  /** To the second, as PostgreSQL writes a time in UTC. */
  sealedAt: string
}

export type Seal = SealFacts & RowOf<'auditSeals', 'hash' | 'signature'>

const halfBytes = 16
export const digestBytes = 2 * halfBytes

/** The moment of a seal in the spelling in which PostgreSQL gives it back. */
export const sealedAtOf = (moment: Date): string => `${moment.toISOString().slice(0, 19).replace('T', ' ')}+00`

/** The bytes that are hashed: name and text of each column that is not null, as JSON, so that different rows never give the same bytes. */
export function encodeRow({ values }: Pick<AuditRow, 'values'>): string {
  return JSON.stringify(sealedColumns.flatMap((name, index) => (values[index] == null ? [] : [[name, values[index]]])))
}

const hashOfRow = (row: Pick<AuditRow, 'values'>): Buffer =>
  createHash('sha256').update(encodeRow(row)).digest().subarray(0, halfBytes)

/** Id and hash of each row, one after the other. */
export const digestsOf = (rows: readonly AuditRow[]): Buffer =>
  Buffer.concat(rows.flatMap((row) => [Buffer.from(row.id.replaceAll('-', ''), 'hex'), hashOfRow(row)]))

function hashOfSeal(facts: SealFacts): Buffer {
  const { id, clinicId, afterPosition, upToPosition, sealedAt, previousHash, digests } = facts
  const head = [id, clinicId, afterPosition, upToPosition, sealedAt, previousHash?.toString('hex') ?? null]
  return createHash('sha256')
    .update(`${JSON.stringify(head)}\n`)
    .update(digests)
    .digest()
}

const signatureOf = (key: Buffer, hash: Buffer) => createHmac('sha256', key).update(hash).digest()

export function makeSeal(key: Buffer, facts: SealFacts): Seal {
  const hash = hashOfSeal(facts)
  return { ...facts, hash, signature: signatureOf(key, hash) }
}

/** Whether a seal says what it said when it was signed with this key. */
export function isGenuine(key: Buffer, seal: Seal): boolean {
  const signature = signatureOf(key, seal.hash)
  return (
    hashOfSeal(seal).equals(seal.hash) &&
    signature.length === seal.signature.length &&
    timingSafeEqual(signature, seal.signature)
  )
}

/** The rows that the seals of one range cover, by their ids. */
export type Expected = Map<string, { seal: Seal; hash: Buffer }>

export function expectedOf(seals: readonly Seal[]): Expected {
  const expected: Expected = new Map()
  for (const seal of seals)
    for (let start = 0; start < seal.digests.length; start += digestBytes) {
      const [id, hash] = [0, halfBytes].map((at) => seal.digests.subarray(start + at, start + at + halfBytes))
      expected.set(asUuid(id!), { seal, hash: hash! })
    }
  return expected
}

const asUuid = (bytes: Buffer) => bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')

/**
 * Compares a row with what its range's seals cover, and removes it from `expected`. What is left there at the end was deleted.
 * @returns with the seal that covers the row, unless it was inserted.
 */
export function compareRow(
  expected: Expected,
  row: AuditRow,
): { is: 'right' | 'changed'; seal: Seal } | { is: 'inserted' } {
  const known = expected.get(row.id)
  if (!known) return { is: 'inserted' }
  expected.delete(row.id)
  return { is: known.hash.equals(hashOfRow(row)) ? 'right' : 'changed', seal: known.seal }
}
