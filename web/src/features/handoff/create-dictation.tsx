import type { StoredUser } from '@dictara/contract/identity'
import { Button } from 'antd'
import { Mic } from 'lucide-react'
import { useState } from 'react'
import { openRecorder } from '../../platform/open-recorder.ts'
import { forgetDictationCreated, noteDictationCreated } from './use-dictation-created.ts'

/** Whether the person may dictate and sees the button: never reviewers, billers or dictaraGod (XAUTH-13). */
export const mayDictate = (user: StoredUser) => user.scopes.includes('ROLE_DOCTOR')

/** Create Dictation; from the job list it first stores the flag `dictationCreated` (XAUTH-11). */
export function CreateDictation({ fromList = false }: { fromList?: boolean }) {
  const [isBusy, setBusy] = useState(false)
  async function create() {
    if (isBusy) return
    setBusy(true)
    if (fromList) noteDictationCreated()
    const isOnItsWay = await openRecorder()
    if (!isOnItsWay) forgetDictationCreated()
    setBusy(false)
  }
  return (
    <Button type="primary" icon={<Mic size={16} aria-hidden />} loading={isBusy} onClick={() => void create()}>
      Create Dictation
    </Button>
  )
}
