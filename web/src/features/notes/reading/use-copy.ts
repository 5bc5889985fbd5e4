import { App } from 'antd'

/**
 * Copies a text to the clipboard, and reports the result: browsers refuse if the person or a policy of the clinic
 * forbids it.
 */
export function useCopy() {
  const { notification } = App.useApp()
  return async (text: string, done: string) => {
    try {
      await navigator.clipboard.writeText(text)
      notification.success({ title: 'Copied', description: done })
    } catch {
      notification.error({
        title: 'Not copied',
        description: 'This browser doesn’t allow copying here. Select the text and press Ctrl+C instead.',
      })
    }
  }
}
