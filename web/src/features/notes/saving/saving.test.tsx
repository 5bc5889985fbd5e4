import { storeUser } from '@dictara/browser/session'
import { unlockStore } from '@dictara/browser/draft-key'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { until } from '../../../editor/testing/mount.tsx'
import {
  aJob,
  aReviewedJob,
  asked,
  askedOf,
  button,
  dialogButton,
  jobId,
  note,
  openOlder,
  wire,
  words,
  useEditorWire,
} from '../testing/editor-wire.tsx'
import { typeAtEnd } from '../testing/other-tab.ts'

useEditorWire()

let person: { userType: 'transcriptionist'; id: string }
const keptIds = async () => (await unlockStore(person.id, async () => btoa('k'.repeat(32)))).ids('note', jobId)
const open = () => openOlder(person)
const ready = () => expect.element(note().getByText('Rest and water.')).toBeVisible()
const saves = () => askedOf('PUT', '/sections')
const slowMs = { timeout: 90_000 }

beforeEach(() => {
  person = { userType: 'transcriptionist', id: crypto.randomUUID() }
  wire.job = { ...wire.job, allowedActions: [...wire.job.allowedActions, 'release'] }
})

async function release() {
  await button('Release').click()
  await dialogButton('Release').click()
}

test('text discarded by a confirmed release is never saved, and leaves this browser', async () => {
  const { address, close } = open()
  await ready()
  typeAtEnd(document, ' GIVEN UP.')
  await until(async () => expect(await keptIds()).toHaveLength(1))
  await release()
  await until(() => expect(address()).toMatch('/available'))
  await until(async () => expect(await keptIds()).toEqual([]))
  close()
  open()
  await ready()
  await expect.element(page.getByText(/This browser keeps/)).not.toBeInTheDocument()
  const order = asked().map(({ call }) => call)
  const released = order.findIndex((call) => call.endsWith('/release'))
  expect(order.slice(released).filter((call) => call.startsWith('PUT') && call.endsWith('/sections'))).toEqual([])
  expect(wire.text).toBe('Rest and water.')
})

test('a release that is refused or not answered discards nothing', slowMs, async () => {
  wire.refusals['/release'] = [422, 'This facility is disabled.']
  open()
  await ready()
  typeAtEnd(document, ' STAYS.')
  await release()
  await expect.element(words('This facility is disabled.')).toBeVisible()
  await until(() => expect(wire.text).toContain('STAYS.'))
  typeAtEnd(document, ' TOO.')
  wire.network = 'away'
  await release()
  await expect.element(words('You are Offline')).toBeVisible()
  expect(await keptIds()).toHaveLength(1)
  wire.network = 'there'
  await button('Try now').click()
  await until(() => expect(wire.text).toContain('STAYS. TOO.'))
})

test('Complete during a save and further typing sends all of the text, and then completes once [EDIT-45, QA-103]', async () => {
  const { address } = open()
  await ready()
  typeAtEnd(document, ' FIRST')
  wire.slowMs = 700
  await until(() => expect(saves()).toHaveLength(1))
  typeAtEnd(document, ' SECOND')
  await button('Complete').click()
  await until(() => expect(address()).toMatch('/completed'))
  expect(wire.text).toBe('Rest and water. FIRST SECOND')
  expect(askedOf('PUT', '/complete')).toHaveLength(1)
  expect(asked().findLastIndex(({ call }) => call.endsWith('/sections'))).toBeLessThan(
    asked().findIndex(({ call }) => call.endsWith('/complete')),
  )
  expect(await keptIds()).toEqual([])
})

test.each([
  ['Complete', 'transcriptionist', aJob],
  ['Approve', 'reviewer', aReviewedJob],
] as const)('%s requires a work type first [EDIT-53]', async (verb, userType, job) => {
  wire.job = { ...job, workType: null }
  openOlder({ userType })
  await ready()
  await button(verb).click()
  await expect.element(words('Missing Work Type')).toBeVisible()
  await expect.element(words('Please select a work type before continuing')).toBeVisible()
  expect(askedOf('PUT', '/complete')).toEqual([])
})

test('Complete without network says that the note is not saved yet, and completes nothing [QA-104]', async () => {
  open()
  await ready()
  typeAtEnd(document, ' LATER.')
  wire.network = 'away'
  await button('Complete').click()
  await expect.element(words('Not saved yet')).toBeVisible()
  wire.network = 'there'
  window.dispatchEvent(new Event('online'))
  await until(() => expect(wire.text).toContain('LATER.'))
  expect(askedOf('PUT', '/complete')).toEqual([])
})

test('a lost answer to Complete causes no second Complete, and the page becomes read-only [QA-105]', async () => {
  const { hear } = open()
  await ready()
  wire.losesAnswersOf = '/complete'
  await button('Complete').click()
  await until(() => expect(askedOf('PUT', '/complete')).toHaveLength(1))
  wire.job = { ...wire.job, status: 'READY', editable: false, allowedActions: ['view'] }
  await hear()
  await expect.element(button('Complete')).not.toBeInTheDocument()
  await expect.element(note()).toHaveAttribute('aria-readonly', 'true')
  await expect.element(page.getByText(/This browser keeps/)).not.toBeInTheDocument()
})

test('an ended session is reported as such, not as a missing network [QA-106]', async () => {
  open()
  await ready()
  wire.putRefusal = [401, 'Please sign in again.', 'signed-out']
  typeAtEnd(document, ' KEPT.')
  await expect.element(words('Sign in to save')).toBeVisible()
  await expect.element(page.getByText(/^Your session has ended/)).toBeVisible()
  await expect.element(words('You are Offline')).not.toBeInTheDocument()
  expect(await keptIds()).toHaveLength(1)
  wire.putRefusal = null
  await button('Try now').click()
  await until(() => expect(wire.text).toContain('KEPT.'))
})

test(
  'on a dead connection, Complete waits with a message and continues when the network is back [QA-112]',
  slowMs,
  async () => {
    const { address } = open()
    await ready()
    wire.network = 'dead'
    typeAtEnd(document, ' NEVER ANSWERED.')
    await expect.element(words('Saving')).toBeVisible()
    await button('Complete').click()
    await expect.element(page.getByText('Your latest changes are being saved first.')).toBeVisible()
    await expect.element(words('Not saved yet'), { timeout: 30_000 }).toBeVisible()
    await expect.element(words('You are Offline')).toBeVisible()
    typeAtEnd(document, ' AND MORE.')
    // Click by script: the earlier notice covers the button for some seconds.
    const again = button('Complete').element() as HTMLElement
    again.click()
    await expect.element(page.getByText('Your latest changes are being saved first.')).toBeVisible()
    wire.network = 'there'
    window.dispatchEvent(new Event('online'))
    await until(() => expect(address()).toMatch('/completed'))
    expect(wire.text).toBe('Rest and water. NEVER ANSWERED. AND MORE.')
  },
)

for (const [status, code, text] of [
  [507, 'no-room', 'There is no room left on the server.'],
  [429, 'too-many', 'Too many saves at once.'],
  [422, 'facility-disabled', 'This facility is disabled. Its jobs are on hold until it’s enabled again.'],
] as const)
  test(`if the server answers ${status}, ${code}, its message is shown, and the text is saved later`, async () => {
    wire.putRefusal = [status, text, code]
    open()
    await ready()
    typeAtEnd(document, ' WAITS.')
    await expect.element(page.getByText(`${text} Your text is kept in this browser until it is saved.`)).toBeVisible()
    wire.putRefusal = null
    await until(() => expect(wire.text).toContain('WAITS.'))
  })

test('when another person signs in here, nothing is saved under their name [Q191]', async () => {
  open()
  await ready()
  typeAtEnd(document, ' OF THE FIRST.')
  storeUser({
    id: crypto.randomUUID(),
    token: 'other',
    fullName: 'Other',
    userType: 'transcriptionist',
    scopes: [],
  } as never)
  await until(async () => expect(await keptIds()).toHaveLength(1))
  await new Promise((later) => setTimeout(later, 3500))
  expect([saves(), wire.text]).toEqual([[], 'Rest and water.'])
})
