import type { RowOf, Work } from '../../platform/database/index.ts'

/** Saves the present values of a job's fields as former ones. */
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
    .onConflict((kept) =>
      kept.columns(['clinicId', 'jobId', 'field', 'value']).doUpdateSet(({ ref }) => ({ at: ref('excluded.at') })),
    )
    .execute()
}

/** Forgets the saved values that are still the present ones. */
export async function forgetPresentValues(
  work: Work,
  jobId: string,
  values: Readonly<Record<string, string | null>>,
): Promise<void> {
  const present = Object.entries(values).filter(([, value]) => value !== null)
  if (present.length === 0) return
  await work.db
    .deleteFrom('noteFormerValues')
    .where(({ and }) => and({ clinicId: work.clinicId, jobId }))
    .where(({ or, and }) => or(present.map(([field, value]) => and({ field, value: value! }))))
    .execute()
}

/** When the job was last corrected; undefined if never. */
export const findLastCorrection = async (work: Work, jobId: string): Promise<Date | undefined> =>
  (
    await work.db
      .selectFrom('noteFormerValues')
      .select('at')
      .where(({ and }) => and({ clinicId: work.clinicId, jobId }))
      .orderBy('at', 'desc')
      .limit(1)
      .executeTakeFirst()
  )?.at

/** The former values of a job's fields, oldest first. */
export const listFormerValues = (work: Work, jobId: string): Promise<RowOf<'noteFormerValues', 'field' | 'value'>[]> =>
  work.db
    .selectFrom('noteFormerValues')
    .select(['field', 'value'])
    .where(({ and }) => and({ clinicId: work.clinicId, jobId }))
    .orderBy('at')
    .orderBy('field')
    .execute()
