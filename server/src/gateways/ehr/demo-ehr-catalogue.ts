import type { OfferedField } from './port.ts'

/** The work types that the demo EHR files notes as (Q064). */
export const demoWorkTypes = [
  'Progress Note',
  'History and Physical',
  'Discharge Summary',
  'Operative Note',
  'Consultation',
]

const text = (fieldName: string, fieldUIName: string): OfferedField => ({
  fieldName,
  fieldUIName,
  fieldType: 'String',
  fieldValues: [],
})
const option = (fieldName: string, fieldUIName: string, fieldValues: OfferedField[]): OfferedField => ({
  fieldName,
  fieldUIName,
  fieldType: 'Option',
  fieldValues,
})
const period = [text('startDate', 'Start Date'), text('endDate', 'End Date')]

/** The fields that the demo EHR has in its notes. */
export const demoFields: readonly OfferedField[] = [
  option('chiefComplaint', 'Chief Complaint', [
    text('complaint', 'Complaint'),
    option('severity', 'Severity', [text('mild', 'Mild'), text('moderate', 'Moderate'), text('severe', 'Severe')]),
    ...period,
  ]),
  option('vitalSigns', 'Vital Signs', [
    text('bloodPressure', 'Blood Pressure'),
    text('heartRate', 'Heart Rate'),
    text('temperature', 'Temperature'),
    text('respiratoryRate', 'Respiratory Rate'),
    text('oxygenSaturation', 'Oxygen Saturation'),
    text('weight', 'Weight'),
  ]),
  option('allergies', 'Allergies', [
    text('allergen', 'Allergen'),
    text('reaction', 'Reaction'),
    text('severity', 'Severity'),
  ]),
  option('medications', 'Medications', [
    text('drug', 'Drug'),
    text('dose', 'Dose'),
    option('route', 'Route', [
      text('oral', 'Oral'),
      text('intravenous', 'Intravenous'),
      text('subcutaneous', 'Subcutaneous'),
      text('topical', 'Topical'),
    ]),
    text('frequency', 'Frequency'),
    ...period,
  ]),
  option('surgery', 'Surgery/Procedure', [text('procedure', 'Procedure'), text('surgeon', 'Surgeon'), ...period]),
  option('diagnoses', 'Diagnoses', [
    text('diagnosis', 'Diagnosis'),
    text('code', 'ICD-10 Code'),
    option('status', 'Status', [text('active', 'Active'), text('resolved', 'Resolved')]),
  ]),
  option('socialHistory', 'Social History', [text('tobacco', 'Tobacco'), text('alcohol', 'Alcohol')]),
  text('followUp', 'Follow-up'),
  text('disposition', 'Disposition'),
]
