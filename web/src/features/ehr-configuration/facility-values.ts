import { type EhrSettingField, type Facility, rangedEhrType, usualRange } from '@dictara/contract/ehr-configuration'
import type { FacilityDetails } from '@dictara/contract/facilities'

type Flow = FacilityDetails['ehrConfiguration']['transcriptionFlow']

/** The values of the facility form. */
export interface FacilityValues {
  facilityName: string
  timeZone: string
  /** '' means no EHR. */
  ehrType: string
  fields: Record<string, string | undefined>
  transcriptionFlow: Flow | undefined
  reviewerCount: number | undefined
  allPatientsRequired: boolean | undefined
  rangeForDischargedPatients: number
  hl7Integration: boolean
}

export const flowWords: Record<Flow, string> = {
  TRANSCRIPTION_ONLY: 'Transcription only',
  TRANSCRIPTION_REVIEWER: 'Transcription and review',
}

const browserZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

/** The form values of a facility. A new one gets the time zone `zone`. */
export function valuesOf(facility?: Facility, zone = browserZone()): FacilityValues {
  const ehr = facility?.ehrConfiguration
  return {
    facilityName: facility?.facilityName ?? '',
    timeZone: facility?.timeZone ?? zone,
    ehrType: ehr?.ehrType ?? '',
    fields: { ...ehr?.fields },
    transcriptionFlow: ehr?.transcriptionFlow,
    reviewerCount: ehr?.reviewerCount,
    allPatientsRequired: ehr?.ehrType ? ehr.allPatientsRequired : undefined,
    rangeForDischargedPatients: ehr?.rangeForDischargedPatients ?? usualRange,
    hl7Integration: ehr?.hl7Integration ?? false,
  }
}

/** The number of reviews that fits a flow: none without review, otherwise the chosen number, or 1 (FAC-25, FAC-26). */
export const countFor = (flow: Flow, count: number | undefined) =>
  flow === 'TRANSCRIPTION_ONLY' ? 0 : Math.max(1, count ?? 1)

/** Whether the form asks for the range of days after a discharge (FAC-34). */
export const hasRange = ({ ehrType, allPatientsRequired }: Pick<FacilityValues, 'ehrType' | 'allPatientsRequired'>) =>
  ehrType === rangedEhrType && allPatientsRequired === true

/** Encodes text as base64 of UTF-8, which is how masked values are sent (FAC-36). */
const encoded = (text: string) => btoa(String.fromCharCode(...new TextEncoder().encode(text)))

/** The fields of an EHR in the form in which they are sent. */
export const fieldsOf = (
  asked: readonly EhrSettingField[],
  entered: FacilityValues['fields'],
): Record<string, string> =>
  Object.fromEntries(
    asked.map(({ field, fieldType }) => {
      const value = entered[field] ?? ''
      return [field, fieldType === 'maskedText' ? encoded(value) : value]
    }),
  )

/** The body to send for a filled form. */
export const inputOf = (values: FacilityValues, asked: readonly EhrSettingField[]) => ({
  facilityName: values.facilityName,
  timeZone: values.timeZone,
  ehrConfiguration: {
    ehrType: values.ehrType || null,
    fields: values.ehrType ? fieldsOf(asked, values.fields) : {},
    transcriptionFlow: values.transcriptionFlow!,
    reviewerCount: countFor(values.transcriptionFlow!, values.reviewerCount),
    ...(values.ehrType && { allPatientsRequired: values.allPatientsRequired }),
    rangeForDischargedPatients: values.rangeForDischargedPatients,
    hl7Integration: values.hl7Integration,
  },
})
