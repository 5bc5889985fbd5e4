import type { Facility } from '@dictara/contract/ehr-configuration'
import { flowWords, hasRange, valuesOf } from './facility-values.ts'
import { useEhrSettings } from './ehr-queries.ts'

const yesOrNo = (is: boolean) => (is ? 'Yes' : 'No')

/** A read-only view of a facility and its EHR configuration (FAC-21). */
export function FacilityView({ facility }: { facility: Facility }) {
  const { ehrConfiguration: ehr } = facility
  const asked = useEhrSettings(ehr.ehrType ?? '')
  const rows: [string, string | number][] = [
    ['Facility Name', facility.facilityName],
    ['Time Zone', facility.timeZone.replaceAll('_', ' ')],
    ['EHR Type', ehr.ehrName ?? 'None: notes stay in Dictara'],
    ...(asked.data ?? []).map(({ field, fieldName, value }): [string, string] => [
      fieldName,
      (ehr.fields[field] ?? value) || '--',
    ]),
    ['Transcription Flow', flowWords[ehr.transcriptionFlow]],
    ['Reviewer Count', ehr.reviewerCount],
  ]
  if (ehr.ehrType !== null) rows.push(['List All Patients', yesOrNo(ehr.allPatientsRequired)])
  if (hasRange(valuesOf(facility)))
    rows.push(['Range for Discharged Patients', `${ehr.rangeForDischargedPatients} days`])
  rows.push(['HL7 Integration', ehr.hl7Integration ? 'On' : 'Off'])
  return (
    <dl>
      {rows.map(([word, value]) => (
        <div key={word}>
          <dt>{word}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
