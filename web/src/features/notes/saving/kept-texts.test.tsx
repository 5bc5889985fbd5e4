import { unlockStore } from '@dictara/browser/draft-key'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { until } from '../../../editor/testing/mount.tsx'
import {
  askedOf,
  button,
  dialogButton,
  jobId,
  note,
  openOlder,
  sectionId,
  wire,
  words,
  useEditorWire,
} from '../testing/editor-wire.tsx'
import { openOtherTab, typeAtEnd } from '../testing/other-tab.ts'

useEditorWire()

/** Opening separate windows takes long on a busy machine. */
const windowsMs = 240_000

const typist = () => ({ userType: 'transcriptionist', id: crypto.randomUUID() }) as const
const keptText = () => page.getByRole('region', { name: /^Text typed/ })
const storeOf = (userId: string) => unlockStore(userId, async () => btoa('k'.repeat(32)))
const keptIds = async (userId: string) => (await storeOf(userId)).ids('note', jobId)
/** Waits until each of these texts is in the server's note exactly once. */
const expectOnce = (...texts: string[]) =>
  until(() => {
    const all = [wire.text, ...wire.added.flatMap(({ content }) => content.map(({ value }) => value))].join('\n')
    expect(texts.map((text) => all.split(text).length - 1)).toEqual(texts.map(() => 1))
  })

test('after two tabs are closed without network, both texts are offered, and both can be kept [QA-91]', {
  timeout: windowsMs,
}, async () => {
  const person = typist()
  openOlder(person).close()
  const [one, other] = [await openOtherTab(), await openOtherTab()]
  wire.network = 'away'
  one.type(' FIRST TAB.')
  other.type(' SECOND TAB.')
  await one.shows('You are Offline')
  await other.shows('You are Offline')
  one.close()
  other.close()
  wire.network = 'there'

  openOlder(person)
  await expect.element(words('This browser keeps 2 texts of yours that are not in this note.')).toBeVisible()
  await expect.element(keptText().getByText(/FIRST TAB/)).toBeVisible()
  await expect.element(keptText().getByText(/SECOND TAB/)).toBeVisible()
  expect(wire.text).toBe('Rest and water.')
  await button('Keep both').first().click()
  await until(() => expect(keptText().elements()).toHaveLength(1))
  await button('Keep both').click()
  await expectOnce('FIRST TAB', 'SECOND TAB')
  await until(async () => expect(await keptIds(person.id)).toEqual([]))
})

test('a text whose tab was closed during an open question is offered again, whatever another tab saved [QA-90]', {
  timeout: windowsMs,
}, async () => {
  const person = typist()
  openOlder(person).close()
  const asked = await openOtherTab()
  const goesOn = await openOtherTab()
  goesOn.type(' SAVED HERE.')
  await goesOn.shows('Saved')
  asked.type(' WAITS FOR AN ANSWER.')
  await asked.shows('This section was also changed elsewhere')
  goesOn.type(' AND MORE.')
  await until(() => expect(wire.text).toContain('AND MORE'))
  asked.close()
  goesOn.close()

  openOlder(person)
  await expect.element(page.getByRole('region', { name: 'Your text' }).getByText(/WAITS FOR AN ANSWER/)).toBeVisible()
  await button('Keep both').click()
  await expectOnce('WAITS FOR AN ANSWER', 'AND MORE')
})

test('the text of a crashed tab is offered in the tab that continues [QA-92]', { timeout: windowsMs }, async () => {
  openOlder(typist())
  await expect.element(note().getByText('Rest and water.')).toBeVisible()
  const crashing = await openOtherTab()
  const notice = 'This note is open in another tab of this browser.'
  await crashing.shows(notice)
  await expect.element(page.getByText(notice)).toBeVisible()
  crashing.type(' NEVER SENT.')
  await until(async () => expect((await keptIds(currentId())).length).toBe(1))
  crashing.crash()
  typeAtEnd(document, ' SAVED.')
  await until(() => expect(wire.text).toContain('SAVED'))
  await expect.element(page.getByText(notice)).not.toBeInTheDocument()
  await expect.element(keptText().getByText(/NEVER SENT/)).toBeVisible()
  expect(wire.text).not.toContain('NEVER SENT')
  await button('Keep both').click()
  await expectOnce('NEVER SENT', ' SAVED.')
  await until(async () => expect(await keptIds(currentId())).toEqual([]))
})
const currentId = () => (JSON.parse(localStorage.getItem('dictara-user')!) as { id: string }).id

test('two tabs that come back online ask which text to keep, and Keep both keeps both [QA-93]', {
  timeout: windowsMs,
}, async () => {
  openOlder(typist())
  await expect.element(note().getByText('Rest and water.')).toBeVisible()
  const other = await openOtherTab()
  wire.network = 'away'
  other.type(' FROM THE OTHER.')
  typeAtEnd(document, ' FROM HERE.')
  await other.shows('You are Offline')
  await expect.element(words('You are Offline')).toBeVisible()
  wire.network = 'there'
  window.dispatchEvent(new Event('online'))
  await until(() => expect(wire.text).toContain('FROM HERE'))
  await other.shows('This section was also changed elsewhere')
  other.close()
  await expect.element(keptText().getByText(/FROM THE OTHER/)).toBeVisible()
  await button('Keep both').click()
  await expectOnce('FROM THE OTHER', 'FROM HERE')
})

test('a draft from before each tab had its own is continued', async () => {
  const person = typist()
  const content = [{ value: 'Rest and water. FROM LONG AGO.', type: 'Text', newParagraph: false, count: 0 }]
  const heading = { customUIHeading: 'PLAN', systemHeading: 'PLAN' }
  const sections = [{ id: sectionId, version: 1, heading, content }]
  const value = { sections, order: [sectionId], removed: [], sent: [], deleted: [] }
  await (await storeOf(person.id)).put({ kind: 'note', id: jobId, value })
  openOlder(person)
  await expect.element(note().getByText(/FROM LONG AGO./)).toBeVisible()
  await expectOnce('FROM LONG AGO.')
  await until(async () => expect(await keptIds(person.id)).toEqual([]))
})

test('a text contained in a saved version of the note is not offered again, and any other is kept until it is discarded', async () => {
  const person = typist()
  const store = await storeOf(person.id)
  const keep = (name: string, text: string) => {
    const content = [{ value: text, type: 'Text', newParagraph: false, count: 0 }]
    const sections = [
      { id: sectionId, version: 1, heading: { customUIHeading: 'Plan', systemHeading: 'PLAN' }, content },
    ]
    const value = { sections, order: [sectionId], removed: [], sent: [], deleted: [], heldSince: 'before' }
    return store.put({ kind: 'note', id: `${jobId}/${name}`, value })
  }
  await keep('one', 'An older version.')
  await keep('two', 'Nowhere else.')
  Object.assign(wire, { text: 'Newest.', version: 3, saved: ['Rest and water.', 'An older version.'] })
  openOlder(person)
  await expect.element(keptText().getByText(/Nowhere/)).toBeVisible()
  expect(keptText().elements()).toHaveLength(1)
  await until(async () => expect(await keptIds(person.id)).toEqual([`${jobId}/two`]))
  await button('Discard it').click()
  await dialogButton('Cancel').click()
  expect(await keptIds(person.id)).toEqual([`${jobId}/two`])
  await button('Discard it').click()
  await dialogButton('Discard').click()
  await expect.element(keptText()).not.toBeInTheDocument()
  expect([await keptIds(person.id), wire.text]).toEqual([[], 'Newest.'])
})

for (const [way, change] of [
  ['released', () => Object.assign(wire.job, { status: 'AVAILABLE', editable: false, heldBy: null })],
  ['given to somebody else', () => (wire.refusals[`/job/${jobId}`] = [404, 'Not found.', 'not-found'])],
] as const)
  for (const network of ['there', 'away'] as const)
    test(`when a job is ${way} while its text is unsaved, network ${network}, the page shows the change and offers the text immediately [QA-107]`, async () => {
      wire.job = { ...wire.job }
      const person = typist()
      const { hear } = openOlder(person)
      await expect.element(note().getByText('Rest and water.')).toBeVisible()
      typeAtEnd(document, ' NOT SAVED YET.')
      wire.network = network
      if (network === 'away') await expect.element(words('You are Offline')).toBeVisible()
      wire.network = 'there'
      wire.refusals['/sections/saved'] = [404, 'Not found.', 'not-found']
      change()
      wire.putRefusal = [409, 'You’re no longer working on this job.', 'not-assigned']
      await hear()
      await expect.element(page.getByRole('alert').getByText(/This browser keeps unsaved text of yours/)).toBeVisible()
      await expect.element(keptText().getByText(/NOT SAVED YET/)).toBeVisible()
      await expect.element(button('Copy it')).toBeVisible()
      // The text is still there after a reload of the page.
      expect(await keptIds(person.id)).toHaveLength(1)
    })

test('a failed request for the job does not remove the text from the screen', async () => {
  const { hear } = openOlder(typist())
  await expect.element(note().getByText('Rest and water.')).toBeVisible()
  typeAtEnd(document, ' STILL HERE.')
  wire.refusals[`/job/${jobId}`] = [503, 'Not now.', 'busy']
  await hear()
  await until(() => expect(askedOf('GET', `/job/${jobId}`).length).toBeGreaterThan(1))
  await expect.element(note().getByText(/STILL HERE./)).toBeVisible()
  await expectOnce('STILL HERE')
})

test('closing warns only while the last letters are not in the draft of this browser [EDIT-06, EDIT-40]', async () => {
  const person = typist()
  openOlder(person)
  await expect.element(note().getByText('Rest and water.')).toBeVisible()
  wire.network = 'away'
  const isWarned = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  expect(isWarned()).toBe(false)
  typeAtEnd(document, ' LAST LETTERS.')
  await Promise.resolve()
  expect(isWarned()).toBe(true)
  // The browser words its own question, and the page shows this text as well.
  await expect.element(page.getByText('Navigating away will delete text that is not saved yet.')).toBeVisible()
  await until(() => expect(isWarned()).toBe(false))
  expect(await keptIds(person.id)).toHaveLength(1)
})
