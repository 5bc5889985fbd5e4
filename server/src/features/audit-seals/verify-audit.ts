import type { LastSeal } from './last-seal.ts'
import type { AuditToCheck } from './read-audit.ts'
import { readRanges, type SealedRange, type SealFault } from './sealed-ranges.ts'
import { type AuditRow, compareRow, expectedOf, type Seal } from './seals.ts'

type RowFault = { id: string; clinicId: string | null }

export type AuditFault =
  | SealFault
  | (RowFault & { kind: 'row-changed' | 'row-removed'; sealId: number })
  | (RowFault & { kind: 'row-inserted' })

/** What the check found for one clinic, or for rows without a clinic. */
export interface AuditOfClinic {
  /** Seals that are as they were signed. */
  seals: number
  /** Rows that are as they were sealed. */
  rows: number
  /** Rows whose seal is missing or changed. */
  unchecked: number
  unsealed: number
  /** When the oldest row that is not sealed yet was written. */
  unsealedSince: string | null
}

export interface VerifyParts {
  key: Buffer
  /** What the data folder knows, read before the check begins; null when it knows nothing. */
  lastSeal: LastSeal | null
  tell(fault: AuditFault): void
}

/**
 * Compares the audit with its seals, in the order of writing, and reports each fault as it is found. Dictara may go on working
 * meanwhile: rows are never changed, and new ones are not sealed yet.
 * @returns what it found of each clinic that has rows or seals.
 */
export async function verifyAudit(
  audit: AuditToCheck,
  { key, lastSeal, tell }: VerifyParts,
): Promise<Map<string | null, AuditOfClinic>> {
  const found = new Map<string | null, AuditOfClinic>()
  const of = (clinicId: string | null) => {
    const known = found.get(clinicId) ?? { seals: 0, rows: 0, unchecked: 0, unsealed: 0, unsealedSince: null }
    found.set(clinicId, known)
    return known
  }
  const countUnchecked = async (after: number, upTo: number) => {
    if (upTo <= after) return
    for (const { clinicId, count } of await audit.count(after, upTo)) of(clinicId).unchecked += count
  }
  let position = 0
  /** Where the sealer continues: after the last seal, genuine or not. */
  let sealedUpTo = 0
  async function* seals() {
    for await (const seal of audit.seals()) {
      sealedUpTo = seal.upToPosition
      yield seal
    }
  }
  for await (const range of readRanges(seals(), { key, lastSeal, tell })) {
    for (const { clinicId } of range.seals) of(clinicId).seals += 1
    await countUnchecked(position, range.afterPosition)
    const rows = audit.rows(range.afterPosition, range.upToPosition)
    for await (const row of compareRange(range, rows)) {
      const { id, clinicId } = row
      if (row.is === 'right') of(clinicId).rows += 1
      else if (row.is === 'changed' || row.is === 'removed')
        tell({ kind: `row-${row.is}`, id, clinicId, sealId: row.sealId })
      else if (row.is === 'inserted') tell({ kind: 'row-inserted', id, clinicId })
      else of(clinicId).unchecked += 1
    }
    position = range.upToPosition
  }
  await countUnchecked(position, sealedUpTo)
  for (const { clinicId, count, oldest } of await audit.count(Math.max(position, sealedUpTo), null))
    Object.assign(of(clinicId), { unsealed: count, unsealedSince: oldest })
  return found
}

type Compared = RowFault & ({ is: 'right' | 'changed' | 'removed'; sealId: number } | { is: 'inserted' | 'unchecked' })

/** Compares the rows of a range with its seals. */
async function* compareRange({ seals, hasLost }: SealedRange, rows: AsyncIterable<AuditRow>): AsyncGenerator<Compared> {
  const expected = expectedOf(seals)
  const clinics = new Set(seals.map(({ clinicId }) => clinicId))
  const by = ({ id, clinicId }: Seal) => ({ clinicId, sealId: id })
  for await (const row of rows) {
    const compared = compareRow(expected, row)
    if (compared.is !== 'inserted') yield { is: compared.is, id: row.id, ...by(compared.seal) }
    else {
      // The missing seal may have been one of a clinic that has no other seal here.
      const is = hasLost && !clinics.has(row.clinicId) ? 'unchecked' : 'inserted'
      yield { is, id: row.id, clinicId: row.clinicId }
    }
  }
  for (const [id, { seal }] of expected) yield { is: 'removed', id, ...by(seal) }
}
