import type { RecognisedWord, WrittenSection } from '@dictara/dictation'
import type { Insertable } from 'kysely'
import type { Actor } from '../platform/actor.ts'
import { asJson, jsonArrayOf, type Tables, type Work } from '../platform/database/index.ts'
import { newId } from '../platform/ids.ts'

/** A person of the demo as an actor, as after signing in. */
export async function findDemoActor(work: Work, userId: string): Promise<Actor> {
  const person = await work.db
    .selectFrom('users as u')
    .innerJoin('clinics as c', 'c.clinicId', 'u.clinicId')
    .select(['u.id as userId', 'c.clinicId', 'c.name as clinicName', 'u.userType', 'u.userPrivilege', 'u.superAdmin'])
    .select(['u.selfReviewEnabled', 'u.fullName'])
    .select(({ selectFrom }) =>
      jsonArrayOf(
        selectFrom('facilityUsers as l')
          .select('l.facilityId as one')
          .whereRef('l.clinicId', '=', 'u.clinicId')
          .whereRef('l.userId', '=', 'u.id'),
      ).as('facilityIds'),
    )
    .where(({ and }) => and({ 'u.clinicId': work.clinicId, 'u.id': userId }))
    .executeTakeFirstOrThrow()
  return { ...person, sessionId: newId(), ip: '', scopes: [], provedAt: null, mustEnrol: false }
}

/** The ids of a facility's patients, by their medical record numbers. */
export async function listDemoPatients(work: Work, facilityId: string): Promise<Map<string | null, string>> {
  const patients = await work.db
    .selectFrom('patients')
    .select(['id', 'medicalRecordNumber'])
    .where(({ and }) => and({ clinicId: work.clinicId, facilityId }))
    .execute()
  return new Map(patients.map(({ id, medicalRecordNumber }) => [medicalRecordNumber, id]))
}

type DemoVisit = Pick<Insertable<Tables['rosterEntries']>, 'providerId' | 'facilityId' | 'patientId' | 'day'>

/** Puts patients on rosters; one who is there already is not added twice. */
export async function insertVisits(work: Work, visits: readonly DemoVisit[]) {
  await work.db
    .insertInto('rosterEntries')
    .values(
      visits.map((visit) => ({ ...visit, clinicId: work.clinicId, addedBy: visit.providerId, addedAt: work.now })),
    )
    .onConflict((there) => there.doNothing())
    .execute()
}

type DemoDictation = { dictationId: string } & Pick<
  Insertable<Tables['dictations']>,
  'authorId' | 'facilityId' | 'patientId' | 'workType' | 'dateOfEncounter' | 'priority'
>

/** Inserts a submitted dictation with its only chunk. */
export async function insertDictation(
  work: Work,
  d: DemoDictation,
  chunk: { blobId: string; sizeBytes: number; sha256: string },
) {
  const { dictationId, ...says } = d
  const [clinicId, now] = [work.clinicId, work.now]
  await work.db
    .insertInto('dictations')
    .values({
      ...says,
      clinicId,
      id: dictationId,
      mimeType: 'audio/mpeg',
      fileName: 'dictation.mp3',
      sizeBytes: chunk.sizeBytes,
      createdAt: now,
      submittedAt: now,
      takes: asJson([{ take: 0, chunks: 1 }]),
    })
    .execute()
  await work.db
    .insertInto('dictationChunks')
    .values({ clinicId, dictationId, take: 0, number: 0, ...chunk })
    .execute()
}

/** Inserts the recognised words of a recording, as a conversion does. */
export async function insertConverted(
  work: Work,
  jobId: string,
  { audioMs, words, sections }: { audioMs: number; words: RecognisedWord[]; sections: WrittenSection[] },
) {
  const ofJob = { clinicId: work.clinicId, jobId }
  const segments = asJson([{ startMs: 0, endMs: audioMs }])
  await work.db
    .insertInto('conversions')
    .values({ ...ofJob, engine: 'pocketsphinx', audioMs, segments, sections: asJson(sections), finishedAt: work.now })
    .execute()
  await work.db
    .insertInto('conversionSegments')
    .values({ ...ofJob, number: 0, words: asJson(words) })
    .execute()
}
