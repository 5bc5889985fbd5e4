import { openEncryptedStore } from '@dictara/browser/encrypted-store'
import { importDraftKey } from '@dictara/browser/sealing'
import { storeUser } from '@dictara/browser/session'
import { openDB } from 'idb'
import { describe, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { aUser } from '../testing/fake-api.ts'
import { api, button, choosePatient, closeTabs, hides, isSentOn, openTab, shows } from '../testing/recorder-tab.tsx'
import { openRememberedLists } from './remembered-lists.ts'

const dayMs = 86_400_000
const jane = { pid: 'a2', firstName: 'Jane', lastName: 'Doe', birthDate: '1984-11-02', medicalRecordNumber: '10377' }
const aStore = async (userId: string) =>
  openEncryptedStore(userId, await importDraftKey(btoa(userId.padEnd(32, '.').slice(-32))))

/** Opens the page, which still gets its key, and then cuts the network. */
async function openWithoutNetwork() {
  const isOver = api.fault((call) => !/config|check-login|draft-key/.test(call), 'answer lost')
  openTab('?encryptedKey=key-of-ada')
  await shows('New dictation')
  api.isAway = true
  isOver()
}
const networkIsBack = () => {
  api.isAway = false
  window.dispatchEvent(new Event('online'))
}

describe('without network', () => {
  test('a dictation starts with recent choices of this computer, says so, and reaches the server when the network is back', async () => {
    openTab('?encryptedKey=key-of-ada')
    await choosePatient()
    await page.getByLabelText('Template').selectOptions('SOAP note')
    await expect.element(page.getByRole('option', { name: 'Consultation' })).toBeInTheDocument()
    await openWithoutNetwork()
    await shows(/patients you found or chose on this computer recently/)
    await page.getByRole('combobox', { name: 'Patient' }).fill('doe 11/02/1984')
    await shows(/These are patients you found or chose here recently/)
    await page.getByRole('option', { name: /MRN 10377/ }).click()
    await expect.element(page.getByRole('option', { name: 'Consultation' })).toBeInTheDocument()
    await button('Record').click()
    await shows('Recording')
    expect(api.dictations.size).toBe(0)
    networkIsBack()
    await isSentOn()
    const [dictation] = api.dictations.values()
    expect(dictation!.body).toMatchObject({
      facilityId: '00000000-0000-7000-8000-0000000000f1',
      patientId: '00000000-0000-7000-8000-0000000000a2',
      templateId: '00000000-0000-7000-8000-0000000000e1',
    })
  })

  test('a patient not found here recently is not offered, and the server’s lists are used as soon as it can be reached', async () => {
    openTab('?encryptedKey=key-of-ada')
    await choosePatient()
    await openWithoutNetwork()
    await page.getByRole('combobox', { name: 'Patient' }).fill('walter')
    await shows(/no patient you found or chose here recently matches/)
    expect(page.getByRole('option', { name: /Walter/ }).elements()).toEqual([])
    networkIsBack()
    await hides(/patients you found or chose on this computer recently/)
    await page.getByRole('option', { name: /Walter/ }).click()
    await expect.element(button('Record')).toBeEnabled()
  })

  test('patients found by another person on this computer are not shown', async () => {
    openTab('?encryptedKey=key-of-ada')
    await choosePatient()
    api.keys.set('key-of-ben', aUser(`ben-${crypto.randomUUID()}`, 'Ben Other'))
    const isOver = api.fault((call) => !/config|check-login|draft-key/.test(call), 'answer lost')
    openTab('?encryptedKey=key-of-ben')
    await shows('Couldn’t load the facilities.')
    isOver()
  })
})

describe('the remembered lists', () => {
  test('are removed from this browser when the session ends', async () => {
    openTab('?encryptedKey=key-of-ada')
    await choosePatient()
    const kept = async () => (await (await aStore(api.ada.id)).ids('remembered-lists')).length
    await vi.waitFor(async () => expect(await kept()).not.toBe(0), 10_000)
    storeUser(null)
    await shows('Your session has ended.')
    await vi.waitFor(async () => expect(await kept()).toBe(0), 10_000)
  })

  test('are also removed if the session had ended before the recorder was opened again', async () => {
    openTab('?encryptedKey=key-of-ada')
    await choosePatient()
    const kept = async () => (await (await aStore(api.ada.id)).ids('remembered-lists')).length
    await vi.waitFor(async () => expect(await kept()).not.toBe(0), 10_000)
    api.isSignedOut = true
    openTab()
    await shows('Your session has ended.')
    await vi.waitFor(async () => expect(await kept()).toBe(0), 10_000)
  })

  test('cannot be read on the disk without the key, and are no older than a week', async () => {
    closeTabs()
    const store = await aStore('ada')
    const then = Date.now() - 8 * dayMs
    const old = await openRememberedLists(store, () => then)
    old.rememberPatients('f', [jane])
    await vi.waitFor(async () => expect(await store.ids('remembered-lists')).toHaveLength(1), 10_000)
    const raw = await openDB('dictara-drafts')
    const rows = await raw.getAll('entries')
    raw.close()
    const words = rows.map((row) => new TextDecoder('latin1').decode(row.ciphertext) + JSON.stringify(row)).join()
    expect(words).not.toMatch(/Jane|10377/)
    expect((await openRememberedLists(store, () => then + 6 * dayMs)).known.patients).toHaveLength(1)
    expect((await openRememberedLists(store)).known.patients).toEqual([])
    await vi.waitFor(async () =>
      expect((await store.get<{ patients: unknown[] }>('remembered-lists', 'all'))?.value.patients).toEqual([]),
    )
  })
})
