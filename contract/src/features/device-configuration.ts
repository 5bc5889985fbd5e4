import * as z from 'zod/mini'
import { defineCalls, defineRefusals } from '../call.ts'
import { managers } from '../roles.ts'
import { idOf, text, version, wholeNumber } from '../shapes.ts'

export const ehrFieldTypes = ['String', 'Option'] as const

/** A field of an EHR, and whether it is exposed (SETT-21). One with values is exposed as far as they are: when one of them is. */
export interface EhrField {
  /** What the EHR calls it; each once beside the others. */
  fieldName: string
  /** What people read. */
  fieldUIName: string
  /** An Option has values, a String has none. */
  fieldType: (typeof ehrFieldTypes)[number]
  selected: boolean
  fieldValues: EhrField[]
}

export const ehrFieldLimits = { levels: 4, fields: 1000 } as const
const tooDeep = `Fields can be nested ${ehrFieldLimits.levels} levels deep at most.`
const tooMany = `Save at most ${ehrFieldLimits.fields} fields at once.`

/** A shape that names itself would have no end for who reads it: levels are counted. */
const fieldAt = (level: number): z.ZodMiniType<EhrField, EhrField> =>
  z.strictObject({
    fieldName: text(200, 1),
    fieldUIName: text(200, 1),
    fieldType: z.enum(ehrFieldTypes, { error: 'A field’s type is String or Option.' }),
    selected: z.boolean({ error: 'A field’s selected is true or false.' }),
    fieldValues: level < ehrFieldLimits.levels ? z.array(fieldAt(level + 1)) : z.array(z.never({ error: tooDeep })),
  })

export const EhrField = fieldAt(1)

/** How many fields a tree has, those within others too. */
export const countFields = (fields: readonly EhrField[]): number =>
  fields.reduce((sum, { fieldValues }) => sum + 1 + countFields(fieldValues), 0)

export const deviceConfigurationRefusals = defineRefusals({
  facilityDisabled: {
    status: 422,
    code: 'device-facility-disabled',
    message: 'This facility is disabled. Enable it to choose its fields.',
  },
  workTypeUnknown: {
    status: 422,
    code: 'device-work-type-unknown',
    message: 'This facility doesn’t use that work type. Choose another one.',
  },
  fieldUnknown: {
    status: 422,
    code: 'ehr-field-unknown',
    message: 'This facility’s EHR has no field {field}. Reload the page.',
  },
  fieldTwice: { status: 422, code: 'ehr-field-twice', message: 'The field {field} is listed twice.' },
  fieldOfOtherType: {
    status: 422,
    code: 'ehr-field-type',
    message: 'The field {field} has another type in this facility’s EHR. Reload the page.',
  },
  selectedOtherwise: {
    status: 422,
    code: 'ehr-field-selected',
    message: 'The field {field} must be selected if one of its values is, and only then.',
  },
})

const ofFacility = z.object({ facilityId: idOf('facility') })
const workType = text(200, 1)

export const deviceConfigurationCalls = defineCalls({
  listEhrFields: {
    method: 'GET',
    path: '/clinic/facility/{facilityId}/available-ehr-fields',
    summary: 'The fields of a facility’s EHR, as a tree; with a work type also which of them it exposes.',
    callers: managers,
    params: ofFacility,
    query: z.object({ workType: z.optional(workType) }),
    result: EhrField,
    /** Of what was saved for the work type last; 0: nothing was. */
    extra: z.object({ version }),
    example: { params: { facilityId: '$facility' }, query: { workType: 'Consultation' } },
  },
  saveEhrFields: {
    method: 'POST',
    path: '/clinic/facility/{facilityId}/save-ehr-fields',
    summary: 'Saves which fields of its EHR a facility exposes for a work type, and answers the new tree.',
    callers: managers,
    params: ofFacility,
    /** `version`: the one that was seen; without it nothing was saved yet. */
    query: z.object({ workType, version: z.prefault(wholeNumber(0, 2_000_000_000), '0') }),
    body: z.array(EhrField).check(z.refine((fields) => countFields(fields) <= ehrFieldLimits.fields, tooMany)),
    result: EhrField,
    extra: z.object({ version }),
    example: {
      params: { facilityId: '$facility' },
      query: { workType: 'Consultation' },
      body: [
        {
          fieldName: 'vitalSigns',
          fieldUIName: 'Vital Signs',
          fieldType: 'Option',
          selected: true,
          fieldValues: [
            {
              fieldName: 'bloodPressure',
              fieldUIName: 'Blood Pressure',
              fieldType: 'String',
              selected: true,
              fieldValues: [],
            },
          ],
        },
      ],
    },
  },
})
