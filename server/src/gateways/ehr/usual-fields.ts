import type { OfferedField, Reads } from './port.ts'

type Told = Omit<OfferedField, 'fieldName' | 'fieldUIName' | 'fieldType' | 'fieldValues'>

const text = (fieldName: string, fieldUIName: string, told: Told = {}): OfferedField => ({
  fieldName,
  fieldUIName,
  fieldType: 'String',
  fieldValues: [],
  ...told,
})
const option = (
  fieldName: string,
  fieldUIName: string,
  fieldValues: OfferedField[],
  told: Told = {},
): OfferedField => ({ fieldName, fieldUIName, fieldType: 'Option', fieldValues, ...told })

const vital = (fieldName: string, fieldUIName: string, name: (Reads & { kind: 'vital' })['name']) =>
  text(fieldName, fieldUIName, { reads: { kind: 'vital', name } })
/** Start and end; with `of` in its name where they are fields of their own (Q131). */
const period = (of = '', start: Told = {}) => {
  const date = (fieldName: string, name: string, told: Told) =>
    text(fieldName, name, { element: 'Date/Time', ...(of && { key: `${of} ${name}` }), ...told })
  return [date('startDate', 'Start Date', start), date('endDate', 'End Date', {})]
}
const procedures =
  /ectomy|otomy|ostomy|plasty|oscopy|pexy|desis|surgery|operation|procedure|repair|replacement|bypass|graft/i

/** The fields of the demo EHR, which are also those of a facility without an EHR. */
export const usualFields: readonly OfferedField[] = [
  option(
    'chiefComplaint',
    'Chief Complaint',
    [
      text('complaint', 'Complaint', {
        mandatory: true,
        reads: { kind: 'problem', part: 'name' },
        isOnlyUnderHeadings: true,
      }),
      option('severity', 'Severity', [text('mild', 'Mild'), text('moderate', 'Moderate'), text('severe', 'Severe')], {
        element: 'Radio Button',
        reads: { kind: 'choice' },
        isOnlyUnderHeadings: true,
      }),
      ...period('Chief Complaint', { reads: { kind: 'date', part: 'value' }, isOnlyUnderHeadings: true }),
    ],
    { headings: /chief complaint|reason for (?:visit|consult|admission)|presenting/i },
  ),
  option(
    'vitalSigns',
    'Vital Signs',
    [
      vital('bloodPressure', 'Blood Pressure', 'blood pressure'),
      vital('heartRate', 'Heart Rate', 'heart rate'),
      vital('temperature', 'Temperature', 'temperature'),
      vital('respiratoryRate', 'Respiratory Rate', 'respiratory rate'),
      vital('oxygenSaturation', 'Oxygen Saturation', 'oxygen saturation'),
      vital('weight', 'Weight', 'weight'),
    ],
    { headings: /vital/i },
  ),
  option(
    'allergies',
    'Allergies',
    [
      text('allergen', 'Allergen', { mandatory: true, reads: { kind: 'allergy', part: 'substance' } }),
      text('reaction', 'Reaction', { reads: { kind: 'allergy', part: 'reaction' } }),
      text('severity', 'Severity'),
    ],
    { element: 'Dynamic Table', headings: /allerg/i },
  ),
  option(
    'medications',
    'Medications',
    [
      text('drug', 'Drug', { mandatory: true, reads: { kind: 'medication', part: 'name' } }),
      text('dose', 'Dose', { reads: { kind: 'medication', part: 'dose' } }),
      option(
        'route',
        'Route',
        [
          text('oral', 'Oral', { said: /\boral|by mouth|\bp\.?\s?o\b/i }),
          text('intravenous', 'Intravenous', { said: /intravenous|\bi\.?v\b/i }),
          text('subcutaneous', 'Subcutaneous', { said: /subcut|under the skin|\bs\.?[cq]\b/i }),
          text('topical', 'Topical', { said: /topical|to the skin/i }),
        ],
        { element: 'Dropdown', reads: { kind: 'medication', part: 'route' } },
      ),
      text('frequency', 'Frequency', { reads: { kind: 'medication', part: 'frequency' } }),
      ...period(),
    ],
    { element: 'Dynamic Table', headings: /medication|prescription/i },
  ),
  option(
    'surgery',
    'Surgery/Procedure',
    [
      text('procedure', 'Procedure', {
        element: 'List',
        reads: { kind: 'date', part: 'what', about: procedures },
      }),
      text('surgeon', 'Surgeon'),
      ...period('Surgery/Procedure', { reads: { kind: 'date', part: 'value', about: procedures } }),
    ],
    { headings: /surg|procedure|operation/i },
  ),
  option(
    'diagnoses',
    'Diagnoses',
    [
      text('diagnosis', 'Diagnosis', { mandatory: true, reads: { kind: 'problem', part: 'name' } }),
      text('code', 'ICD-10 Code', { reads: { kind: 'problem', part: 'icd10' } }),
      option('status', 'Status', [text('active', 'Active'), text('resolved', 'Resolved')], { element: 'Dropdown' }),
    ],
    { element: 'Dynamic Table', headings: /diagnos|assessment|impression|problem/i },
  ),
  option(
    'socialHistory',
    'Social History',
    [
      text('tobacco', 'Tobacco', {
        element: 'Toggle',
        reads: { kind: 'yesOrNo', about: /tobacco|smok\w*|cigarettes?/i },
        isOnlyUnderHeadings: true,
      }),
      text('alcohol', 'Alcohol', {
        element: 'Checkbox',
        reads: { kind: 'yesOrNo', about: /alcohol|drink\w*/i },
        isOnlyUnderHeadings: true,
      }),
    ],
    { headings: /social|habits/i },
  ),
  text('followUp', 'Follow-up', {
    element: 'List',
    reads: { kind: 'followUp' },
    headings: /follow.?up/i,
  }),
  text('disposition', 'Disposition', {
    element: 'Dropdown',
    choices: ['Home', 'Skilled nursing facility', 'Rehabilitation', 'Hospital', 'Hospice'],
    reads: { kind: 'choice' },
    isOnlyUnderHeadings: true,
    headings: /disposition/i,
  }),
]
