import type { ClientInput } from '@dictara/contract'
import type { Person, peopleCalls } from '@dictara/contract/people'
import { type AuthorValues, inputOfAuthor, valuesOfAuthor } from './author-values.ts'

/** The values of the doctor form. */
export interface DoctorValues extends AuthorValues {
  transcription: 'TRANSCRIPTION_ONLY' | 'NONE'
}

/** The form values of a doctor, or of a new one. */
export const valuesOf = (person?: Person): DoctorValues => ({
  ...valuesOfAuthor(person),
  transcription: person?.userPrivilege === 'NONE' ? 'NONE' : 'TRANSCRIPTION_ONLY',
})

/** The body to send (PEOP-25). */
export const inputOf = (values: DoctorValues, ehrDoctorId?: string) =>
  ({
    ...inputOfAuthor(values),
    npi: values.npi,
    userPrivilege: values.transcription,
    ...(ehrDoctorId ? { ehrDoctorId } : {}),
  }) satisfies ClientInput<typeof peopleCalls.addDoctor>['body']
