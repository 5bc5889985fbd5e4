import type { ClientInput } from '@dictara/contract'
import type { Person, peopleCalls } from '@dictara/contract/people'
import { type AuthorValues, inputOfAuthor, valuesOfAuthor } from './author-values.ts'

/** What the doctor form holds. */
export interface DoctorValues extends AuthorValues {
  transcription: 'TRANSCRIPTION_ONLY' | 'NONE'
}

/** A doctor as the form shows one; a new one without. */
export const valuesOf = (person?: Person): DoctorValues => ({
  ...valuesOfAuthor(person),
  transcription: person?.userPrivilege === 'NONE' ? 'NONE' : 'TRANSCRIPTION_ONLY',
})

/** What is sent (PEOP-25). */
export const inputOf = (values: DoctorValues, ehrDoctorId?: string) =>
  ({
    ...inputOfAuthor(values),
    npi: values.npi,
    userPrivilege: values.transcription,
    ...(ehrDoctorId ? { ehrDoctorId } : {}),
  }) satisfies ClientInput<typeof peopleCalls.addDoctor>['body']
