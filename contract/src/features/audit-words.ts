import type { FacilityAuditEntry, TimelineEntry } from './audited.ts'

/** What people read for an event of a job or a patient. */
const words: Record<string, string> = {
  'audio.heard': 'Listened to the recording',
  'audio.opened': 'Opened the recording',
  'audit.job-viewed': 'Read the audit',
  'audit.printed': 'Printed the audit',
  'audit.timeline-viewed': 'Read the timeline',
  'dictation.patientChanged': 'Changed the patient of the dictation',
  'hl7.exported': 'Exported HL7 files',
  'hl7.imported': 'Imported HL7 files',
  'hl7.listed': 'Listed the HL7 files',
  'hl7.messages-viewed': 'Read what became of HL7 messages',
  'inference.edited': 'Changed the inference',
  'inference.given-back': 'Gave a value back to inference',
  'inference.question-answered': 'Answered a question about the note',
  'inference.viewed': 'Looked at the inference',
  'job.acceptFiling': 'Completed',
  'job.approveForFiling': 'Approved',
  'job.approveToNextLevel': 'Approved, on to the next review',
  'job.assignBiller': 'Opened to be billed',
  'job.assignReview': 'Assigned for review',
  'job.assignTranscription': 'Assigned for transcription',
  'job.bill': 'Billed',
  'job.completeForFiling': 'Transcription completed',
  'job.completeForReview': 'Transcription completed, on to review',
  'job.deleted': 'Deleted',
  'job.encounterDateSet': 'Changed the date of encounter',
  'job.failConversion': 'Conversion failed',
  'job.failFiling': 'Filing failed',
  'job.handToAuthor': 'Converted to text',
  'job.handToPool': 'Converted to text',
  'job.next': 'Took the next job',
  'job.next-looked-at': 'Looked at the next job',
  'job.patientChanged': 'Changed the patient',
  'job.prioritySet': 'Changed the priority',
  'job.received': 'Recorded and submitted',
  'job.reconverted': 'Converted again',
  'job.rejectReview': 'Returned by the reviewer',
  'job.rejectTranscription': 'Returned by the transcriptionist',
  'job.releaseBiller': 'Released by the biller',
  'job.releaseReview': 'Review released',
  'job.releaseTranscription': 'Transcription released',
  'job.reset': 'Text reset to what was heard',
  'job.resubmitConversion': 'Submitted again for conversion',
  'job.resubmitFiling': 'Submitted again for filing',
  'job.resumed': 'Work resumed',
  'job.startConversion': 'Conversion started',
  'job.startReview': 'Review started',
  'job.startTranscription': 'Transcription started',
  'job.strikeOut': 'Struck out',
  'job.templateChanged': 'Changed the template',
  'job.viewed': 'Opened the job',
  'job.workTypeSet': 'Changed the work type',
  'note.commentTakenOut': 'Removed a comment in the note',
  'note.commented': 'Commented in the note',
  'note.filledAnew': 'Filled the patient’s details in again',
  'note.phrases-read': 'Looked up phrases for the note',
  'note.printed': 'Printed the note',
  'note.saved': 'Saved changes',
  'note.sectionDeleted': 'Deleted a section',
  'note.viewed': 'Read the note',
  'patient.adt-records-viewed': 'Read the ADT records',
  'patient.advance-consents-viewed': 'Read the advance directives',
  'patient.allergies-viewed': 'Read the allergies',
  'patient.appointments-viewed': 'Read the appointments',
  'patient.brought': 'Received from an interface',
  'patient.merged': 'Merged with another record',
  'patient.consents-viewed': 'Read the consents',
  'patient.contacts-viewed': 'Read the contacts',
  'patient.coverages-viewed': 'Read the coverages',
  'patient.details-viewed': 'Read the patient details',
  'patient.diagnoses-viewed': 'Read the diagnoses',
  'patient.face-sheet-printed': 'Printed the face sheet',
  'patient.identifier-read': 'Read an identifier in full',
  'patient.more-details-viewed': 'Read further details',
  'patient.practitioners-viewed': 'Read the practitioners',
  'patient.viewed': 'Read who the patient is',
  'roster.visit-read': 'Read a visit on the roster',
  'audit.patient-looks-viewed': 'Read who looked at this patient',
  'audit.patient-looks-exported': 'Exported who looked at this patient',
}

/** What people read for what happened to a facility. */
export const facilityWords: Record<Exclude<FacilityAuditEntry['status'], 'ENABLE' | 'DISABLE'>, string> = {
  ADDED: 'Added',
  CHANGED: 'Settings changed',
  EHR_CONFIGURED: 'EHR configured',
  EHR_REMOVED: 'Disconnected from its EHR',
  EHR_TEST_PASSED: 'EHR tested: the connection works',
  EHR_TEST_FAILED: 'EHR tested: the connection doesn’t work',
  EHR_FIELDS_CHANGED: 'EHR fields changed',
  TURNAROUND_CHANGED: 'Turnaround changed',
  PERSON_VERIFIED: 'Verified by the EHR',
  PERSON_NOT_VERIFIED: 'Not verified by the EHR',
}

function counted(count: number): string {
  if (count === 0) return 'no words changed'
  return count === 1 ? '1 word changed' : `${count.toLocaleString('en-US')} words changed`
}

/** An event in words. One that is not known here keeps its name, so that nothing is left out. */
export function eventWords({
  event,
  level,
  engine = null,
  wordsChanged = null,
}: Pick<TimelineEntry, 'event'> & Partial<Pick<TimelineEntry, 'level' | 'engine' | 'wordsChanged'>>): string {
  const isOfReview = /review|approve/i.test(event)
  const more = [
    isOfReview && level && `level ${level.replace('LEVEL_', '')}`,
    engine && `by ${engine}`,
    wordsChanged !== null && counted(wordsChanged),
  ].filter(Boolean)
  return [words[event] ?? event, ...more].join(', ')
}
