import type { Work } from '../../platform/database/index.ts'

/** Keeps what the fields of a job stood for; what is kept already stays. */
export async function keepFormerValues(
  work: Work,
  jobId: string,
  values: Readonly<Record<string, string | null>>,
): Promise<void> {
  const known = Object.entries(values).flatMap(([field, value]) => (value === null ? [] : [{ field, value }]))
  if (known.length === 0) return
  await work.db
    .insertInto('noteFormerValues')
    .values(known.map((one) => ({ ...one, clinicId: work.clinicId, jobId, at: work.now })))
    .onConflict((kept) => kept.doNothing())
    .execute()
}

/** Every value that a field of a job stood for before some correction, the oldest first. */
export const listFormerValues = (work: Work, jobId: string): Promise<{ field: string; value: string }[]> =>
  work.db
    .selectFrom('noteFormerValues')
    .select(['field', 'value'])
    .where(({ and }) => and({ clinicId: work.clinicId, jobId }))
    .orderBy('at')
    .orderBy('field')
    .execute()
