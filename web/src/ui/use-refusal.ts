import type { RefusalSpec } from '@dictara/contract'
import { App, type FormInstance } from 'antd'
import { useEffect } from 'react'

/**
 * Shows why a form was refused, until it is sent again or closed (ERR-11). A refusal that names a field is also shown at that field until
 * that is corrected.
 * @param refusals the contract's refusals of the call that the form sends
 * @param title of the notice
 */
export function useRefusal(
  form: FormInstance,
  name: string,
  refusals: Readonly<Record<string, RefusalSpec>>,
  title = 'Failed',
) {
  const { notification } = App.useApp()
  const key = `${name} refused`
  useEffect(() => () => notification.destroy(key), [notification, key])
  return {
    forget: () => notification.destroy(key),
    tell({ code, message }: { code: string; message: string }) {
      notification.error({ key, title, description: message, duration: 0 })
      const field = Object.values(refusals).find((one) => one.code === code)?.field
      if (field === undefined) return
      form.setFields([{ name: field, errors: [message] }])
      form.scrollToField(field, { focus: true })
    },
  }
}
