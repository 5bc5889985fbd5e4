import { ehrConfigurationRefusals as refusals, mask, missing } from '@dictara/contract/ehr-configuration'
import type { EhrSetting, EhrSettings } from '../../gateways/ehr/index.ts'
import { Refusal } from '../../platform/refusal.ts'

const wrong = (field: string, problem: string) => new Refusal(refusals.ehrField, { problem }, [{ field }])

const base64Pattern = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

/** Masked values travel as base64 of UTF-8 (FAC-36). @throws Refusal 422 for anything else */
function decoded({ field, fieldName }: EhrSetting, text: string): string {
  const bytes = Buffer.from(text, 'base64')
  const value = bytes.toString('utf8')
  if (!base64Pattern.test(text) || !Buffer.from(value, 'utf8').equals(bytes))
    throw wrong(field, `${fieldName} must be sent as base64 of UTF-8.`)
  return value
}

const originOf = (value: string | undefined) =>
  value !== undefined && URL.canParse(value) ? new URL(value).origin : undefined

/** Whether a setting leads to another host than before, or there without https. */
const leadsElsewhere = (now: string, before: string | undefined) => now !== before && originOf(now) !== originOf(before)

function checkedValue(setting: EhrSetting, value: string): string {
  const { field, fieldName, choices = [], check } = setting
  if (value.trim() === '') throw wrong(field, missing.field(fieldName))
  if (setting.fieldType === 'dropdown' && !choices.includes(value))
    throw wrong(field, `Choose one of the values of ${fieldName}.`)
  const problem = check?.(value)
  if (problem !== undefined) throw wrong(field, problem)
  return value
}

/**
 * The settings of a connection from what somebody sent (FAC-27, FAC-36, Q086).
 * @param before what the facility is connected with, where it is this kind of EHR already
 * @throws Refusal 422 with the field in its result: for one that is missing or wrong, and for a masked one that is not entered again
 *   although the EHR is at another address now: a secret goes only where it was entered for
 */
export function settingsFrom(
  asked: readonly EhrSetting[],
  sent: Readonly<Record<string, string>>,
  before: EhrSettings | null,
): EhrSettings {
  const settings: Record<string, string> = {}
  const kept: EhrSetting[] = []
  for (const setting of asked) {
    const { field, fieldType } = setting
    const text = sent[field] ?? ''
    if (fieldType !== 'maskedText') {
      settings[field] = checkedValue(setting, text.trim())
      continue
    }
    const value = decoded(setting, text)
    if (value === mask) kept.push(setting)
    settings[field] = checkedValue(setting, value === mask ? (before?.[field] ?? '') : value)
  }
  const isElsewhere = asked.some(
    ({ field, fieldType }) => fieldType === 'other' && leadsElsewhere(settings[field]!, before?.[field]),
  )
  const [first] = kept
  if (first && isElsewhere)
    throw wrong(first.field, `Enter ${first.fieldName} again, because the address of the EHR has changed.`)
  return settings
}

/** Settings as people may see them: secrets are masks. */
export const shownSettings = (asked: readonly EhrSetting[], settings: EhrSettings): Record<string, string> =>
  Object.fromEntries(
    asked.flatMap(({ field, fieldType }) => {
      const value = settings[field]
      if (value === undefined) return []
      return [[field, fieldType === 'maskedText' ? mask : value]]
    }),
  )

export const isSameSettings = (one: EhrSettings, other: EhrSettings) =>
  Object.keys({ ...one, ...other }).every((field) => one[field] === other[field])
