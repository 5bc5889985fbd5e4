import { deviceConfigurationRefusals as refusals, type EhrField } from '@dictara/contract/device-configuration'
import type { OfferedField } from '../../gateways/ehr/index.ts'
import { refuseUnless } from '../../platform/refusal.ts'

/** What a facility exposes of its EHR: a field without values by its name, one with values by those of them that are exposed. */
export interface Exposed {
  name: string
  values: Exposed[]
}

const isExposed = (fieldValues: readonly EhrField[], found: Exposed | undefined) =>
  fieldValues.length > 0 ? fieldValues.some((value) => value.selected) : found !== undefined

/** The fields of an EHR, each told whether it is exposed. What is exposed and the EHR has no more is left out. */
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
 * What of a tree that somebody sends is exposed, in the EHR's order; a field that it leaves out is not.
 * @throws Refusal 422 for a field that the EHR does not have there or has as another type, one that stands there twice, and one
 *   whose own selection says something else than that of its values
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
