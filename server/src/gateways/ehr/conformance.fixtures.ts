import { describe, expect, test } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { type Ehr, EhrFailed, type EhrNote, type EhrNoteKey } from './port.ts'
import { withinLimit } from './within-limit.ts'

/** An EHR of one kind, with functions that control its behaviour and read what it stored. */
export interface EhrUnderTest {
  ehr: Ehr
  /** A note for a patient that the EHR knows. */
  note: Omit<EhrNote, 'jobId' | 'noteVersion'>
  /** How many copies of this note version the EHR has. */
  count(key: EhrNoteKey): Promise<number>
  isStruck(key: EhrNoteKey): Promise<boolean>
  /** Sets its behaviour. With `accept-then-time-out` it stores notes but does not answer. */
  behave(behaviour: 'accept' | 'refuse' | 'hang' | 'accept-then-time-out'): Promise<void>
  /**
   * The connection test only opens a connection, because a message would leave a trace. So it can’t notice that the EHR
   * refuses notes.
   */
  testsConnectionOnly?: true
}

/** The parts of a note besides its text. */
export const noteParts = {
  patient: { firstName: 'Greta', lastName: 'Dubois', middleName: null, birthDate: '1950-03-01', gender: 'Female' },
  authorName: { firstName: 'Rosa', lastName: 'Lind', npi: '1234567893' },
  authenticator: { firstName: 'Ruth', lastName: 'Amsel', npi: null, at: new Date('2026-11-20T11:00:00Z') },
  sections: [{ heading: 'ASSESSMENT', text: 'Stable.' }],
  writtenAt: new Date('2026-11-20T10:00:00Z'),
} satisfies Partial<EhrNote>

const never = new AbortController().signal
/** An error message must be a sentence without technical details. */
const forPeople = /^[A-Z].*[.]$/
const notForPeople = /[{}<>]|undefined|null|Error\b|\bat \w+/

async function failure(asked: Promise<unknown>): Promise<EhrFailed> {
  const error: unknown = await asked.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(EhrFailed)
  const failed = error as EhrFailed
  expect(failed.message).toMatch(forPeople)
  expect(failed.message).not.toMatch(notForPeople)
  return failed
}

/** The behaviour that filing needs from every kind of EHR (Q091, Q192). */
export function conformance(kind: string, open: () => Promise<EhrUnderTest>) {
  const aNote = ({ note }: EhrUnderTest, version = 1, jobId = newId()): EhrNote => ({
    ...note,
    jobId,
    noteVersion: version,
  })
  const noteOf = async () => {
    const subject = await open()
    await subject.behave('accept')
    return { subject, note: aNote(subject) }
  }

  describe(`an EHR of the kind ${kind}`, () => {
    test('has a note once, however often it is filed, and each version of it', async () => {
      const { subject, note } = await noteOf()
      for (let time = 0; time < 3; time += 1) await subject.ehr.fileNote(note, never)
      const second = { ...note, noteVersion: 2, text: 'PLAN\nRest.' }
      await subject.ehr.fileNote(second, never)
      expect(await subject.count(note)).toBe(1)
      expect(await subject.count(second)).toBe(1)
    })

    test('strikes the version that it is told, once and again, and no other', async () => {
      const { subject, note } = await noteOf()
      const second = { ...note, noteVersion: 2 }
      await subject.ehr.fileNote(note, never)
      await subject.ehr.fileNote(second, never)
      await subject.ehr.strikeNote(note, never)
      await subject.ehr.strikeNote(note, never)
      expect([await subject.isStruck(note), await subject.isStruck(second)]).toEqual([true, false])
      expect(await subject.count(note)).toBe(1)
    })

    test('says in words that it doesn’t have a note that is to be struck', async () => {
      const { subject, note } = await noteOf()
      expect((await failure(subject.ehr.strikeNote(note, never))).kind).toBe('refused')
    })

    test('says in words what it refuses', async () => {
      const { subject, note } = await noteOf()
      await subject.ehr.fileNote(note, never)
      await subject.behave('refuse')
      const other = { ...note, noteVersion: 2 }
      expect((await failure(subject.ehr.fileNote(other, never))).kind).toBe('refused')
      expect((await failure(subject.ehr.strikeNote(note, never))).kind).toBe('refused')
      if (!subject.testsConnectionOnly) expect((await failure(subject.ehr.test(never))).kind).toBe('refused')
      await subject.behave('accept')
      expect([await subject.count(other), await subject.isStruck(note)]).toEqual([0, false])
    })

    test('is silent when it does not answer, and has the note once after it was asked again', async () => {
      const { subject, note } = await noteOf()
      for (const behaviour of ['hang', 'accept-then-time-out'] as const) {
        await subject.behave(behaviour)
        expect((await failure(withinLimit(subject.ehr, 0.5).fileNote(note, never))).kind).toBe('silent')
      }
      await subject.behave('accept')
      await subject.ehr.fileNote(note, never)
      expect(await subject.count(note)).toBe(1)
    })

    test('stops when it is told to, with the reason that it was told', async () => {
      const { subject, note } = await noteOf()
      await subject.behave('hang')
      const abort = new AbortController()
      const filing = subject.ehr.fileNote(note, abort.signal)
      setTimeout(() => abort.abort(new Error('the server stops')), 50)
      await expect(filing).rejects.toThrow('the server stops')
      await expect(subject.ehr.strikeNote(note, AbortSignal.abort(new Error('stopped before')))).rejects.toThrow(
        'stopped before',
      )
    })

    test('can be tested without a trace', async () => {
      const { subject, note } = await noteOf()
      await subject.ehr.test(never)
      expect(await subject.count(note)).toBe(0)
    })
  })
}
