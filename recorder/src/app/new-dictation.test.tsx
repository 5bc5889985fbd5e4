import { beforeEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { api, button, choosePatient, hides, isSentOn, openTab, shows } from '../testing/recorder-tab.tsx'

const walter = '00000000-0000-7000-8000-0000000000a3'
const patient = () => document.querySelector<HTMLInputElement>('[role=combobox]')!
const hasFocus = (find: () => Element) => vi.waitFor(() => expect(document.activeElement).toBe(find()), 10_000)
const pressed = (name: RegExp) => () => button(name).element() as HTMLElement
const record = pressed(/^Record/)
const isMissing = () => record().getAttribute('aria-disabled') === 'true'

beforeEach(async () => {
  api.recent = [walter]
  openTab('?encryptedKey=key-of-ada')
  await shows('New dictation')
})

describe('a new dictation', () => {
  test('starts with its patient: the field has the focus, the facility is beside it, and two keys after the name start recording', async () => {
    await hasFocus(patient)
    await expect.element(page.getByLabelText('Facility')).toHaveDisplayValue('Harbour North')
    await userEvent.keyboard('jane')
    await expect.element(page.getByRole('option', { name: /Nov 2, 1984/ })).toBeVisible()
    await userEvent.keyboard('{ArrowDown}{Enter}')
    await hasFocus(pressed(/^Record/))
    await userEvent.keyboard(' ')
    await shows('Recording')
    await isSentOn()
    await hasFocus(pressed(/^Pause/))
  })

  test('offers this person’s last patients, with name, date of birth and MRN, at one press', async () => {
    await shows('Jul 30, 1949')
    await shows('MRN 10444')
    await button(/^Walter Brook/).click()
    await shows('Walter Brook')
    await hasFocus(pressed(/^Record/))
    await button(/^Record/).click()
    await isSentOn()
    expect([...api.dictations.values()][0]?.body.patientId).toBe(walter)
  })

  test('reports missing choices when Record is pressed too early, and moves there; nothing is recorded', async () => {
    expect(isMissing()).toBe(true)
    await hasFocus(patient)
    record().focus()
    await userEvent.keyboard('{Enter}')
    await shows('Choose a patient first.')
    await hasFocus(patient)
    expect(patient().getAttribute('aria-invalid')).toBe('true')
    await choosePatient()
    await hides('Choose a patient first.')
    await hides('Recording')
    expect(isMissing()).toBe(false)
  })

  test('starts, pauses and resumes by Space, also while the slider has the focus; a typed Space is a space', async () => {
    await hasFocus(patient)
    await userEvent.keyboard('jane d')
    expect(patient().value).toBe('jane d')
    await choosePatient()
    const space = async (on: HTMLElement) => {
      on.focus()
      await userEvent.keyboard(' ')
    }
    ;(document.activeElement as HTMLElement).blur()
    await userEvent.keyboard(' ')
    await shows('Recording')
    await isSentOn()
    ;(document.activeElement as HTMLElement).blur()
    await userEvent.keyboard(' ')
    await shows('Paused')
    await space(page.getByRole('slider', { name: 'Place in the recording' }).element() as HTMLElement)
    await expect.element(page.getByText('Recording', { exact: true })).toBeVisible()
  })

  test('accepts a dropped file anywhere, which waits for a patient if there is none', async () => {
    // The page accepts a dropped file only after it has moved the focus.
    await hasFocus(patient)
    const carried = new DataTransfer()
    carried.items.add(new File([new Uint8Array(5_000)], 'visit.mp3', { type: 'audio/mpeg' }))
    const dropped = new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: carried })
    page.getByRole('heading', { name: 'New dictation' }).element().dispatchEvent(dropped)
    await shows(/^Choose the patient for visit.mp3/)
    await shows('Choose a patient first.')
    expect(api.dictations.size).toBe(0)
    await choosePatient()
    await shows('Saved')
    await button(/^Submit/).click()
    await shows('Job 10001 was submitted')
  })
})

describe('a visit of a roster', () => {
  const visit = 'a7'

  test('is dictated with one key: facility, patient and day are set, and the next dictation starts without them', async () => {
    api.visits.set(visit, { patientId: walter, dateOfEncounter: '2026-11-22' })
    openTab(`?encryptedKey=key-of-ada&from=create#roster=${visit}`)
    // Neither the key nor the visit stays in the address or the history.
    expect([location.search, location.hash]).toEqual(['', ''])
    await shows('Walter Brook')
    await shows('Visit of Nov 22, 2026, from your roster')
    await expect.element(page.getByLabelText('Facility')).toHaveDisplayValue('Harbour South')
    await hasFocus(pressed(/^Record/))
    await userEvent.keyboard(' ')
    await shows('Recording')
    await isSentOn()
    const [begun] = [...api.dictations.values()]
    expect(begun?.body).toMatchObject({ patientId: walter, dateOfEncounter: '2026-11-22' })
    await button(/^Pause/).click()
    await button(/^Submit/).click()
    await shows(/Job 10001 was submitted/)
    await hasFocus(patient)
    await hides('Visit of Nov 22, 2026, from your roster')
  })

  test('loses its day together with its patient if it is dictated for another patient', async () => {
    api.visits.set(visit, { patientId: walter, dateOfEncounter: '2026-11-22' })
    openTab(`?encryptedKey=key-of-ada#roster=${visit}`)
    await shows('Walter Brook')
    await button('Choose another patient').click()
    await choosePatient()
    await hides('Visit of Nov 22, 2026, from your roster')
    await button(/^Record/).click()
    await isSentOn()
    expect([...api.dictations.values()][0]?.body).toMatchObject({ dateOfEncounter: null })
  })

  test('that no longer exists says so, and leaves the choice open', async () => {
    openTab('?encryptedKey=key-of-ada#roster=gone')
    await shows('Couldn’t load the patient from your roster.')
    await hasFocus(patient)
  })
})

test('without network the last patients are those chosen on this computer', async () => {
  await choosePatient()
  const isOver = api.fault((call) => !/config|check-login|draft-key/.test(call), 'answer lost')
  openTab('?encryptedKey=key-of-ada')
  await shows('New dictation')
  await shows('MRN 10377')
  isOver()
})
