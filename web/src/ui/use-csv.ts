import { failureOrThrow, fetchFile } from '@dictara/browser/call'
import type { CallSpec, ClientInput } from '@dictara/contract'
import { App } from 'antd'
import { useState } from 'react'
import { saveFile } from './save-file.ts'

/** Fetches a CSV file and saves it. Shows a notice on failure. */
export function useCsv<C extends CallSpec>(spec: C, name: string) {
  const { notification } = App.useApp()
  const [isBusy, setBusy] = useState(false)
  return {
    isBusy,
    async download(input: ClientInput<C>) {
      setBusy(true)
      try {
        saveFile(await fetchFile(spec, input), `${name}.csv`)
      } catch (error) {
        const { kind, message } = failureOrThrow(error)
        if (kind === 'refused') notification.error({ title: 'The file couldn’t be made', description: message })
      } finally {
        setBusy(false)
      }
    },
  }
}
