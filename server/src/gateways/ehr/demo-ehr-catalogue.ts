/** The work types that the demo EHR files notes as (Q064). */
export const demoWorkTypes = [
  'Progress Note',
  'History and Physical',
  'Discharge Summary',
  'Operative Note',
  'Consultation',
]
