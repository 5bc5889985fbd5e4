import { EhrFailed, type EhrKind, type EhrNote } from '../../gateways/ehr/index.ts'

type Answer = 'take' | 'refuse' | 'silent' | 'take-silently' | 'break' | 'take-and-break'

/**
 * A fake EHR in this process that answers immediately, as the test decides, and records the notes in their order of
 * arrival.
 */
export function fakeEhr(patienceSeconds?: number) {
  let answer: (note: EhrNote) => Answer = () => 'take'
  let isStrikeSilent = false
  const arrived: string[] = []
  const tries: { facilityId: string; jobId: string }[] = []
  const written: string[] = []
  const kind: EhrKind = {
    ehrType: 'fake',
    ehrName: 'Fake EHR',
    settings: [],
    fields: [],
    ...(patienceSeconds && { patienceSeconds }),
    connect: () => ({
      async fileNote(note) {
        const { facilityId, jobId } = note
        tries.push({ facilityId, jobId })
        const now = answer(note)
        if (now === 'refuse') throw new EhrFailed('refused', 'The chart is locked.')
        if (now === 'break') throw new Error('a fault of the adapter')
        // Like a real EHR, it stores a note once when it gets the same key twice.
        if (now !== 'silent' && !arrived.includes(jobId)) arrived.push(jobId)
        if (now !== 'silent') written.push(`filed ${note.noteVersion} of ${note.medicalRecordNumber}`)
        if (now === 'take-and-break') throw new Error('a fault after the note was sent')
        if (now !== 'take') throw new EhrFailed('silent', 'The EHR didn’t respond in time.')
        return `doc-${note.jobNumber}`
      },
      async strikeNote(note) {
        if (isStrikeSilent) throw new EhrFailed('silent', 'The EHR didn’t respond in time.')
        if (!arrived.includes(note.jobId)) throw new EhrFailed('refused', 'There is no such note.')
        written.push(`struck ${note.noteVersion} of ${note.medicalRecordNumber}`)
      },
      async test() {},
    }),
  }
  return {
    kind,
    /** The jobs whose notes it has stored, in order of arrival. */
    arrived,
    tries,
    /** Everything written to it, with repetitions, for example `filed 1 of MRN7`. */
    written,
    strikesSilently(isSilent: boolean) {
      isStrikeSilent = isSilent
    },
    answers(next: Answer | ((note: EhrNote) => Answer)) {
      answer = typeof next === 'function' ? next : () => next
    },
  }
}
