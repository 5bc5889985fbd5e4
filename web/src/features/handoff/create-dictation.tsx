import { AudioOutlined } from '@ant-design/icons'
import { call } from '@dictara/browser/call'
import { identityCalls, type StoredUser } from '@dictara/contract/identity'
import { Button } from 'antd'
import { useState } from 'react'
import { loadSiteConfig } from '../../platform/site-config.ts'

/** Who may dictate sees the button: never reviewers, billers or dictaraGod (XAUTH-13). */
export const mayDictate = (user: StoredUser) => user.scopes.includes('ROLE_DOCTOR')

/** Goes to the recorder with a one-time key; a failure is only logged (XAUTH-10, XAUTH-12). */
async function openRecorder() {
  try {
    const { recorderUrl } = await loadSiteConfig()
    const key = (await call(identityCalls.encryptedKey, {}, { handler: false })).result[0]!
    location.assign(`${recorderUrl}/?encryptedKey=${encodeURIComponent(key)}&from=create`)
  } catch (error) {
    // oxlint-disable-next-line no-console -- XAUTH-17: logged only
    console.error('The recorder could not be opened', error)
  }
}

/** Create Dictation; from the job list it first keeps the flag `dictationCreated` (XAUTH-11). */
export function CreateDictation({ fromList = false }: { fromList?: boolean }) {
  const [isBusy, setBusy] = useState(false)
  async function create() {
    if (isBusy) return
    setBusy(true)
    if (fromList) localStorage.setItem('dictationCreated', 'true')
    await openRecorder()
    setBusy(false)
  }
  return (
    <Button type="primary" icon={<AudioOutlined />} loading={isBusy} onClick={() => void create()}>
      Create Dictation
    </Button>
  )
}
