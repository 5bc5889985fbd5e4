import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { times } from '../../../../tools/src/times.ts'
import { newId } from '../../platform/ids.ts'
import type { LastSeal } from './last-seal.ts'
import type { AuditToCheck } from './read-audit.ts'
import { type AuditRow, digestsOf, encodeRow, makeSeal, type Seal, sealedColumns } from './seals.ts'
import { type AuditFault, verifyAudit } from './verify-audit.ts'

const key = randomBytes(32)
const runs = times(60, 2_000)

/** The audit in the database, and the last seal that the data folder remembers. */
interface Audit {
  rows: AuditRow[]
  seals: Seal[]
  lastSeal: LastSeal | null
}

async function* each<T>(all: T[]) {
  yield* all
}
const asRead = ({ rows, seals }: Audit): AuditToCheck => {
  const between = (after: number, upTo: number | null) =>
    rows.filter(({ position }) => position > after && (upTo === null || position <= upTo))
  return {
    seals: () => each(seals.toSorted((one, other) => one.id - other.id)),
    rows: (after, upTo) => each(between(after, upTo).toSorted((one, other) => one.position - other.position)),
    count: async (after, upTo) =>
      [...Map.groupBy<string | null, AuditRow>(between(after, upTo), ({ clinicId }) => clinicId)].map(
        ([clinicId, { length }]) => ({ clinicId, count: length, oldest: '' }),
      ),
  }
}
async function check(audit: Audit) {
  const faults: AuditFault[] = []
  const found = await verifyAudit(asRead(audit), { key, lastSeal: audit.lastSeal, tell: (fault) => faults.push(fault) })
  const sum = (what: 'seals' | 'rows' | 'unchecked' | 'unsealed') =>
    [...found.values()].reduce((total, of) => total + of[what], 0)
  return { faults, seals: sum('seals'), rows: sum('rows'), unchecked: sum('unchecked'), unsealed: sum('unsealed') }
}

const clinics = [newId(), newId(), null]
const valueOf = (row: AuditRow, column: (typeof sealedColumns)[number]) => row.values[sealedColumns.indexOf(column)]
function aRow(clinicId: string | null, position: number, values: (string | null)[]): AuditRow {
  const id = newId()
  const own = { id, clinicId, position: String(position) } as Record<string, string | null>
  return { id, clinicId, position, values: sealedColumns.map((name, at) => (name in own ? own[name]! : values[at]!)) }
}
/** The same row with one column changed. The clinic is also kept outside the column values. */
function withColumn(row: AuditRow, column: (typeof sealedColumns)[number], value: string | null): AuditRow {
  const values = row.values.with(sealedColumns.indexOf(column), value)
  if (column === 'clinicId') return { ...row, values, clinicId: value }
  return { ...row, values }
}

const texts = fc.option(fc.string({ maxLength: 4 }), { nil: null })
const rowsOfRange = fc.array(
  fc.record({
    clinic: fc.constantFrom(...clinics),
    gap: fc.nat(2),
    values: fc.array(texts, { minLength: sealedColumns.length, maxLength: sealedColumns.length }),
  }),
  { minLength: 1, maxLength: 5 },
)
/** An audit of a few sealed ranges, followed by some rows that are not sealed yet. */
const audits = fc
  .record({ ranges: fc.array(rowsOfRange, { minLength: 1, maxLength: 4 }), unsealed: fc.nat(2) })
  .map(({ ranges, unsealed }): Audit => {
    const rows: AuditRow[] = []
    const seals: Seal[] = []
    const heads = new Map<string | null, Buffer>()
    let position = 0
    for (const range of ranges) {
      const afterPosition = position
      const made = range.map(({ clinic, gap, values }) => aRow(clinic, (position += 1 + gap), values))
      for (const [clinicId, ofClinic] of Map.groupBy<string | null, AuditRow>(made, (row) => row.clinicId)) {
        const previousHash = heads.get(clinicId) ?? null
        const sealedAt = '2026-11-29 10:00:00+00'
        const facts = { clinicId, afterPosition, upToPosition: position, previousHash, sealedAt }
        const seal = makeSeal(key, { ...facts, id: seals.length + 1, digests: digestsOf(ofClinic) })
        seals.push(seal)
        heads.set(clinicId, seal.hash)
      }
      rows.push(...made)
    }
    for (let left = unsealed; left > 0; left -= 1)
      rows.push(
        aRow(
          clinics[0]!,
          (position += 1),
          sealedColumns.map(() => null),
        ),
      )
    const last = seals.at(-1)!
    return { rows, seals, lastSeal: { id: last.id, hash: last.hash.toString('hex') } }
  })
const sealedRows = ({ rows, seals }: Audit) => rows.filter(({ position }) => position <= seals.at(-1)!.upToPosition)
const oneOf = <T>(all: T[], choice: number): T => all[choice % all.length]!
const holds = (...given: Parameters<typeof fc.asyncProperty<[Audit, number, number]>>) =>
  fc.assert(fc.asyncProperty(...given), { numRuns: runs })

test('an untouched audit passes the check, with its sealed and its unsealed rows counted', () =>
  holds(audits, fc.nat(), fc.nat(), async (audit) => {
    const sealed = sealedRows(audit).length
    const expected = { seals: audit.seals.length, rows: sealed, unsealed: audit.rows.length - sealed }
    expect(await check(audit)).toEqual({ faults: [], unchecked: 0, ...expected })
  }))

test('a change of any column of a sealed row is found and names the row', () =>
  holds(audits, fc.nat(), fc.nat(), async (audit, which, of) => {
    const row = oneOf(sealedRows(audit), which)
    const column = oneOf(
      sealedColumns.filter((name) => name !== 'id'),
      of,
    )
    const before = valueOf(row, column)
    // An empty value gets a value, a value becomes empty, and the clinic becomes another one.
    const after =
      column === 'clinicId'
        ? oneOf(
            clinics.filter((id) => id !== before),
            of,
          )
        : before === null
          ? ''
          : null
    const rows = audit.rows.map((one) => (one === row ? withColumn(row, column, after) : one))
    const { faults } = await check({ ...audit, rows })
    expect(faults).toEqual([{ kind: 'row-changed', id: row.id, clinicId: row.clinicId, sealId: expect.any(Number) }])
  }))

test('a removed row and a row inserted among sealed ones are both found', () =>
  holds(audits, fc.nat(), fc.nat(), async (audit, which, of) => {
    const row = oneOf(sealedRows(audit), which)
    const inserted = aRow(oneOf(clinics, of), row.position, [...row.values])
    const rows = [...audit.rows.filter((one) => one !== row), inserted]
    const { faults } = await check({ ...audit, rows })
    expect(faults).toHaveLength(2)
    expect(faults).toEqual(
      expect.arrayContaining([
        { kind: 'row-removed', id: row.id, clinicId: row.clinicId, sealId: expect.any(Number) },
        { kind: 'row-inserted', id: inserted.id, clinicId: inserted.clinicId },
      ]),
    )
  }))

test('two rows that swap places are both found', () =>
  holds(audits, fc.nat(), fc.nat(), async (audit, first, second) => {
    const [one, other] = [oneOf(sealedRows(audit), first), oneOf(sealedRows(audit), second)]
    fc.pre(one !== other)
    const moved = (row: AuditRow, { position }: AuditRow) => ({
      ...withColumn(row, 'position', String(position)),
      position,
    })
    const rows = audit.rows.map((row) => (row === one ? moved(one, other) : row === other ? moved(other, one) : row))
    const { faults } = await check({ ...audit, rows })
    for (const { id } of [one, other]) expect(faults).toContainEqual(expect.objectContaining({ id }))
    expect(faults.every((fault) => 'id' in fault && [one.id, other.id].includes(fault.id))).toBe(true)
  }))

const sealChanges: ((seal: Seal) => Partial<Seal>)[] = [
  (seal) => ({ clinicId: clinics.find((id) => id !== seal.clinicId)! }),
  (seal) => ({ afterPosition: seal.afterPosition - 1 }),
  (seal) => ({ upToPosition: seal.upToPosition + 1 }),
  (seal) => ({ sealedAt: seal.sealedAt.replace('10:', '11:') }),
  (seal) => ({ previousHash: seal.previousHash ? null : randomBytes(32) }),
  () => ({ hash: randomBytes(32) }),
  () => ({ signature: randomBytes(32) }),
  () => ({ signature: Buffer.alloc(0) }),
  (seal) => ({ digests: Buffer.concat([seal.digests.subarray(32), seal.digests.subarray(0, 32), randomBytes(32)]) }),
  (seal) => ({ digests: seal.digests.subarray(0, -1) }),
  // A forger who knows the format but not the key.
  (seal) => makeSeal(randomBytes(32), { ...seal, digests: seal.digests.subarray(32) }),
]

test('any change in a seal is found and names that seal only', () =>
  holds(audits, fc.nat(), fc.nat(), async (audit, which, of) => {
    const seal = oneOf(audit.seals, which)
    const seals = audit.seals.map((one) => (one === seal ? { ...seal, ...oneOf(sealChanges, of)(seal) } : one))
    const { faults, rows, unchecked, unsealed } = await check({ ...audit, seals })
    expect(faults).toEqual([{ kind: 'seal-changed', sealId: seal.id, clinicId: expect.toSatisfy(() => true) }])
    expect(rows).toBe(sealedRows(audit).length - seal.digests.length / 32)
    expect(rows + unchecked + unsealed).toBe(audit.rows.length)
  }))

test('removed seals are found, the last ones with the data folder, and their rows do not count as inserted', () =>
  holds(audits, fc.nat(), fc.nat(3), async (audit, which, more) => {
    const from = 1 + (which % audit.seals.length)
    const to = Math.min(from + more, audit.seals.length)
    const seals = audit.seals.filter(({ id }) => id < from || id > to)
    const { faults, rows, unchecked, unsealed } = await check({ ...audit, seals })
    expect(faults).toEqual([{ kind: 'seals-missing', from, to }])
    expect(rows + unchecked + unsealed).toBe(audit.rows.length)
  }))

test('replaced last seals are found with the data folder', () =>
  holds(audits, fc.nat(), fc.nat(), async (audit) => {
    const last = audit.seals.at(-1)!
    const resealed = makeSeal(key, { ...last, sealedAt: '2026-11-29 10:05:00+00' })
    const { faults } = await check({ ...audit, seals: audit.seals.with(-1, resealed) })
    expect(faults).toEqual([{ kind: 'seal-replaced', sealId: last.id }])
  }))

test('a genuine seal from another history is found, because it does not follow the seal before it', async () => {
  const row = (position: number) =>
    aRow(
      clinics[0]!,
      position,
      sealedColumns.map(() => null),
    )
  const rows = [row(1), row(2), row(3)]
  let previousHash: Buffer | null = null
  const seals = rows.map((one, index) => {
    const seal: Seal = makeSeal(key, {
      id: index + 1,
      clinicId: one.clinicId,
      afterPosition: index,
      upToPosition: index + 1,
      digests: digestsOf([one]),
      previousHash,
      sealedAt: '2026-11-29 10:00:00+00',
    })
    previousHash = seal.hash
    return seal
  })
  const other = makeSeal(key, { ...seals[1]!, previousHash: randomBytes(32) })
  expect((await check({ rows, seals: seals.with(1, other), lastSeal: null })).faults).toEqual([
    { kind: 'seal-unlinked', sealId: 2, clinicId: clinics[0] },
    { kind: 'seal-unlinked', sealId: 3, clinicId: clinics[0] },
  ])
})

test('different rows never give the same text to hash, and a null column adds nothing', () => {
  fc.assert(
    fc.property(
      fc.array(texts, { minLength: 16, maxLength: 16 }),
      fc.array(texts, { minLength: 16, maxLength: 16 }),
      (one, other) => {
        const isSame = JSON.stringify(one) === JSON.stringify(other)
        expect(encodeRow({ values: one }) === encodeRow({ values: other })).toBe(isSame)
      },
    ),
    { numRuns: runs },
  )
  // This encoding must never change, because existing seals were made with it.
  expect(
    encodeRow({ values: sealedColumns.map((name) => (name === 'event' ? 'note.viewed' : name === 'ip' ? '' : null)) }),
  ).toBe('[["event","note.viewed"],["ip",""]]')
})
