import type { EhrBehaviour, FiledNote } from '@dictara/contract/filing'
import { sql } from 'kysely'
import type { Work } from '../../platform/database/index.ts'
import type { EhrNote, EhrNoteKey } from './port.ts'

/** How the demo EHR of a facility answers; it accepts until it is told otherwise. */
export async function findBehaviour(work: Work, facilityId: string): Promise<EhrBehaviour> {
  const { rows } = await sql<{ behaviour: EhrBehaviour }>`
    select behaviour from demo_ehr_settings where clinic_id = ${work.clinicId} and facility_id = ${facilityId}`.execute(
    work.db,
  )
  return rows[0]?.behaviour ?? 'accept'
}

export async function saveBehaviour(work: Work, facilityId: string, behaviour: EhrBehaviour) {
  await sql`insert into demo_ehr_settings (clinic_id, facility_id, behaviour) values (${work.clinicId}, ${facilityId}, ${behaviour})
    on conflict (clinic_id, facility_id) do update set behaviour = excluded.behaviour`.execute(work.db)
}

/** Takes a note in; one that is there already is counted as delivered again and stays as it is. */
export async function receiveNote(work: Work, note: EhrNote) {
  await sql`insert into demo_ehr_notes (clinic_id, facility_id, job_id, note_version, job_number, patient_name,
      medical_record_number, author, work_type, date_of_encounter, text, received_at)
    values (${note.clinicId}, ${note.facilityId}, ${note.jobId}, ${note.noteVersion}, ${note.jobNumber}, ${note.patientName},
      ${note.medicalRecordNumber}, ${note.author}, ${note.workType}, ${note.dateOfEncounter}, ${note.text}, ${work.now})
    on conflict (clinic_id, job_id, note_version) do update set deliveries = demo_ehr_notes.deliveries + 1`.execute(
    work.db,
  )
}

/** @returns false when the note never arrived. */
export async function strikeReceived(work: Work, { facilityId, jobId, noteVersion }: EhrNoteKey): Promise<boolean> {
  const { rows } = await sql`
    update demo_ehr_notes set struck_at = coalesce(struck_at, ${work.now})
    where clinic_id = ${work.clinicId} and facility_id = ${facilityId} and job_id = ${jobId} and note_version = ${noteVersion}
    returning id`.execute(work.db)
  return rows.length > 0
}

/** A page of what the demo EHR of a facility received, newest first, and how many there are. */
export async function listReceivedNotes(
  work: Work,
  facilityId: string,
  { page, size }: { page: number; size: number },
): Promise<{ notes: FiledNote[]; total: number }> {
  const ofFacility = sql`from demo_ehr_notes where clinic_id = ${work.clinicId} and facility_id = ${facilityId}`
  const { rows: notes } = await sql<FiledNote>`
    select id, job_id, job_number, note_version, patient_name, medical_record_number, author, work_type, date_of_encounter,
      text, received_at, deliveries, struck_at is not null as struck_out
    ${ofFacility} order by received_at desc, id desc limit ${size} offset ${page * size}`.execute(work.db)
  const { rows } = await sql<{ total: number }>`select count(*) as total ${ofFacility}`.execute(work.db)
  return { notes, total: rows[0]!.total }
}
