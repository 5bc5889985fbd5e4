import { App } from 'antd'

/** Puts a text into the clipboard, and says how that went: browsers refuse it where the person, or a rule of the clinic, does not allow it. */
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
