import { call } from '@dictara/browser/call'
import { identityCalls } from '@dictara/contract/identity'
import { loadSiteConfig } from './site-config.ts'

/**
 * Opens the recorder with a one-time key; a failure is only logged (XAUTH-10, XAUTH-12, XAUTH-17).
 * @param rosterId the visit to dictate. The id reveals nothing about a patient and follows the #, so no server receives it.
 * @returns whether the browser is on its way to the recorder
 */
export async function openRecorder(rosterId?: string): Promise<boolean> {
  try {
    const { recorderUrl } = await loadSiteConfig()
    const key = (await call(identityCalls.encryptedKey, {}, { handler: false })).result[0]!
    location.assign(
      `${recorderUrl}/?encryptedKey=${encodeURIComponent(key)}&from=create${rosterId ? `#roster=${rosterId}` : ''}`,
    )
    return true
  } catch (error) {
    // oxlint-disable-next-line no-console -- XAUTH-17: logged only
    console.error('Couldn’t open the recorder', error)
    return false
  }
}
