import { call } from '@dictara/browser/call'
import { identityCalls } from '@dictara/contract/identity'
import { loadSiteConfig } from './site-config.ts'

/**
 * Goes to the recorder with a one-time key; a failure is only logged (XAUTH-10, XAUTH-12, XAUTH-17).
 * @returns whether the browser is on its way there
 */
export async function openRecorder(): Promise<boolean> {
  try {
    const { recorderUrl } = await loadSiteConfig()
    const key = (await call(identityCalls.encryptedKey, {}, { handler: false })).result[0]!
    location.assign(`${recorderUrl}/?encryptedKey=${encodeURIComponent(key)}&from=create`)
    return true
  } catch (error) {
    // oxlint-disable-next-line no-console -- XAUTH-17: logged only
    console.error('The recorder could not be opened', error)
    return false
  }
}
