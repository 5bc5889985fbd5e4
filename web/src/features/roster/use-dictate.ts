import { App } from 'antd'
import { useRef, useState } from 'react'
import { openRecorder } from '../../platform/open-recorder.ts'
import { forgetDictationCreated, noteDictationCreated } from '../handoff/index.ts'

/** Opens the recorder for a visit, with facility, patient and day filled in. */
export function useDictate() {
  const { notification } = App.useApp()
  const [isBusy, setBusy] = useState(false)
  const isRunning = useRef(false)
  async function dictate(rosterId: string) {
    if (isRunning.current) return
    isRunning.current = true
    setBusy(true)
    noteDictationCreated()
    const isOnItsWay = await openRecorder(rosterId)
    isRunning.current = false
    setBusy(false)
    if (isOnItsWay) return
    forgetDictationCreated()
    notification.error({ title: 'Couldn’t open the recorder', description: 'Please try again in a moment.' })
  }
  return { dictate, isBusy }
}
