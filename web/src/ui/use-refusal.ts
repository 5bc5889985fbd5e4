import type { RefusalSpec } from '@dictara/contract'
import { App, type FormInstance } from 'antd'
import { useEffect } from 'react'

/**
 * What a form was refused for: it stays until it is sent again, or goes with the form (ERR-11). Where the refusal names a field it is
 * told there besides, until that is put right.
 * @param refusals the contract's, of what the form sends
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
