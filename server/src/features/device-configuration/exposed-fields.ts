import { deviceConfigurationRefusals as refusals, type EhrField } from '@dictara/contract/device-configuration'
import type { OfferedField } from '../../gateways/ehr/index.ts'
import { refuseUnless } from '../../platform/refusal.ts'

/** What a facility exposes of its EHR, by field name: for a field with values, the exposed ones. */
export interface Exposed {
  name: string
  values: Exposed[]
}

const isExposed = (fieldValues: readonly EhrField[], found: Exposed | undefined) =>
  fieldValues.length > 0 ? fieldValues.some((value) => value.selected) : found !== undefined

/** The fields of an EHR, each with whether it is exposed. Exposed fields that the EHR no longer has are left out. */
export const withExposed = (offered: readonly OfferedField[], exposed: readonly Exposed[]): EhrField[] =>
  offered.map(({ fieldName, fieldUIName, fieldType, fieldValues: values }) => {
    const found = exposed.find(({ name }) => name === fieldName)
    const fieldValues = withExposed(values, found?.values ?? [])
    return { fieldName, fieldUIName, fieldType, selected: isExposed(fieldValues, found), fieldValues }
  })

/** The fields of an EHR that are exposed, with all that the EHR tells of them. */
export const onlyExposed = (offered: readonly OfferedField[], exposed: readonly Exposed[]): OfferedField[] =>
  offered.flatMap((field) => {
    const found = exposed.find(({ name }) => name === field.fieldName)
    if (!found) return []
    const fieldValues = onlyExposed(field.fieldValues, found.values)
    return field.fieldValues.length > 0 && fieldValues.length === 0 ? [] : { ...field, fieldValues }
  })

/**
 * Reads from a submitted tree what is exposed, in the EHR's order. A field that is left out is not exposed.
 * @throws Refusal 422 for a field that the EHR does not have at that place or has with another type, a field that occurs twice, and
 *   a field whose own selection contradicts that of its values
 */
export function exposedOf(offered: readonly OfferedField[], sent: readonly EhrField[]): Exposed[] {
  const byName = new Map(offered.map((field) => [field.fieldName, field]))
  const seen = new Map<string, EhrField>()
  for (const field of sent) {
    const named = { field: `“${field.fieldUIName}”` }
    const known = byName.get(field.fieldName)
    refuseUnless(known, refusals.fieldUnknown, named)
    refuseUnless(known.fieldType === field.fieldType, refusals.fieldOfOtherType, named)
    refuseUnless(!seen.has(field.fieldName), refusals.fieldTwice, named)
    seen.set(field.fieldName, field)
  }
  return offered.flatMap((known) => {
    const field = seen.get(known.fieldName)
    if (!field) return []
    const values = exposedOf(known.fieldValues, field.fieldValues)
    const isChosen = known.fieldValues.length > 0 ? values.length > 0 : field.selected
    refuseUnless(isChosen === field.selected, refusals.selectedOtherwise, { field: `“${field.fieldUIName}”` })
    return isChosen ? [{ name: known.fieldName, values }] : []
  })
}
