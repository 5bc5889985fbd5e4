import type { InferenceColumn, InferenceType } from '@dictara/contract/inference'
import type { OfferedField, Reads } from '../../gateways/ehr/index.ts'

/** A possible value, and further words in a note that mean it. */
export interface Choice {
  name: string
  said?: RegExp | undefined
}

interface Readable {
  choices: readonly Choice[]
  reads?: Reads | undefined
}

/** A column of a table: what the panel shows, and how it is filled from the note. */
export interface PanelColumn extends InferenceColumn, Readable {}

/** A field of the inference panel: what the panel shows, and how it is filled from the note. */
export interface PanelField extends Readable {
  key: string
  type: InferenceType
  mandatory: boolean
  possibleValues: readonly string[]
  columns: readonly PanelColumn[]
  headings?: RegExp | undefined
  isOnlyUnderHeadings: boolean
}

const yesOrNo = [{ name: 'Yes' }, { name: 'No' }]

function choicesOf({ element, choices = [], fieldValues }: OfferedField): Choice[] {
  if (element === 'Checkbox' || element === 'Toggle') return yesOrNo
  return [
    ...fieldValues.map(({ fieldUIName, said }) => ({ name: fieldUIName, said })),
    ...choices.map((name) => ({ name })),
  ]
}
const namesOf = (choices: readonly Choice[]) => choices.map(({ name }) => name)

function columnOf(field: OfferedField): PanelColumn {
  const choices = choicesOf(field)
  return {
    fieldUIName: field.fieldUIName,
    fieldUIElement: field.element ?? 'Text Box',
    mandatory: field.mandatory ?? false,
    possibleValues: namesOf(choices),
    fieldUIShowList: choices.length > 0,
    ...(field.reads?.kind === 'problem' && field.reads.part === 'icd10' && { codes: 'ICD-10-CM' as const }),
    choices,
    reads: field.reads,
  }
}

/** The fields of the panel among the exposed fields of an EHR, in its order, each key once (INFR-10, Q063). */
export function panelFieldsOf(exposed: readonly OfferedField[]): PanelField[] {
  const fields = new Map<string, PanelField>()
  for (const field of panelFields(exposed, undefined)) if (!fields.has(field.key)) fields.set(field.key, field)
  return [...fields.values()]
}

const panelFields = (exposed: readonly OfferedField[], ofGroup: RegExp | undefined): PanelField[] =>
  exposed.flatMap((field) => {
    const headings = field.headings ?? ofGroup
    if (field.element === undefined && field.fieldValues.length > 0) return panelFields(field.fieldValues, headings)
    const isTable = field.element === 'Dynamic Table'
    const choices = isTable ? [] : choicesOf(field)
    return [
      {
        key: field.key ?? field.fieldUIName,
        type: field.element ?? 'Text Box',
        mandatory: field.mandatory ?? false,
        possibleValues: namesOf(choices),
        columns: isTable ? field.fieldValues.map(columnOf) : [],
        headings,
        isOnlyUnderHeadings: field.isOnlyUnderHeadings ?? false,
        choices,
        reads: field.reads,
      },
    ]
  })
