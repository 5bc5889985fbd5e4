import type { CallFailed } from '@dictara/browser/call'
import type { FormInstance } from 'antd'

/**
 * Shows a refusal at the EHR field that it names, and focuses that field. Does nothing if the refusal names no field.
 */
export function markField(form: FormInstance, { message, result }: CallFailed) {
  const at = (result[0] as { field?: string } | undefined)?.field
  if (at === undefined) return
  form.setFields([{ name: ['fields', at], errors: [message] }])
  form.scrollToField(['fields', at], { block: 'center', focus: true })
}
