import type { CallFailed } from '@dictara/browser/call'
import type { FormInstance } from 'antd'

/** Shows a refusal at the field of the EHR that it names, and leads there; one that names none changes nothing. */
export function markField(form: FormInstance, { message, result }: CallFailed) {
  const at = (result[0] as { field?: string } | undefined)?.field
  if (at === undefined) return
  form.setFields([{ name: ['fields', at], errors: [message] }])
  form.scrollToField(['fields', at], { block: 'center', focus: true })
}
