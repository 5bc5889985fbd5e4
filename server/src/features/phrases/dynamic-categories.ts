import type { DynamicCategory } from '@dictara/contract/phrases'

/** What a dynamic phrase can take from the patient or the encounter of a note (K2P-27, Q075). */
export const dynamicCategories: readonly DynamicCategory[] = [
  {
    fieldUiName: 'Patient',
    fieldUiValue: 'PATIENT',
    avilableFields: [
      'Patient Name',
      'First Name',
      'Last Name',
      'Age',
      'Gender',
      'Date of Birth',
      'MRN',
      'Room/Bed',
      'Date of Admission',
    ],
  },
  {
    fieldUiName: 'Encounter',
    fieldUiValue: 'ENCOUNTER',
    avilableFields: ['Date of Encounter', 'Facility', 'Note Author', 'Work Type'],
  },
]
