import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { aPhrase, aUser } from '../testing/fake-api.ts'
import {
  api,
  button,
  choosePatient,
  hides,
  isSentOn,
  openTab,
  recordAWhile,
  seconds,
  shows,
  violations,
} from '../testing/recorder-tab.tsx'

const soap = '00000000-0000-7000-8000-0000000000e1'
const mapping = { templateId: soap, allHeadings: false, templateHeadings: ['PLAN'] }
const search = () => page.getByRole('searchbox', { name: 'Search keys and phrases' })
const keys = () => [...document.querySelectorAll('.phrase-key strong')].map((key) => key.textContent)

beforeEach(() => page.viewport(1280, 800))

test('phrases can be shown and searched by key and text while recording continues', async () => {
  api.phrases = [
    aPhrase('normal chest', 'Lungs are <b>clear</b> &amp; quiet.\nHeart is regular.'),
    aPhrase('wound care', 'Keep the dressing of {{First Name}} dry.', { dynamic: true }),
    aPhrase('follow up', 'See us in two weeks.', { restrictedToTemplates: true, templateMapping: [mapping] }),
  ]
  openTab('?encryptedKey=key-of-ada')
  await choosePatient()
  await page.getByLabelText('Template').selectOptions('SOAP note')
  await recordAWhile()
  await userEvent.keyboard('p')
  await expect.element(page.getByRole('dialog', { name: 'Phrases' })).toBeVisible()
  await shows('3 phrases')
  expect(keys()).toEqual(['follow up', 'normal chest', 'wound care'])
  await shows('Say “insert” and a key.')
  await shows(/^Lungs are clear & quiet\.\s+Heart is regular\.$/)
  await shows('Keep the dressing of [First Name] dry.')
  await shows('Only under PLAN')
  // The search field has the focus, so letters are text and not keys.
  await userEvent.keyboard('mp n')
  await expect.element(search()).toHaveValue('mp n')
  await shows('No matching phrases.')
  await search().fill('DRY')
  await shows('1 phrase found')
  expect(keys()).toEqual(['wound care'])
  await search().fill('care wound')
  await vi.waitFor(() => expect(keys()).toEqual(['wound care']))
  await shows('Recording')
  await isSentOn()
  expect(await violations()).toEqual([])
  await page.viewport(320, 700)
  const { left, right } = document.querySelector('.phrases')!.getBoundingClientRect()
  expect([left, right]).toEqual([0, 320])
  expect(document.documentElement.scrollWidth).toBe(320)
  expect(await violations()).toEqual([])
  // The panel does not cover the round button.
  await button(/^Pause/).click()
  await shows('Paused')
  await search().click()
  await userEvent.keyboard('{Escape}')
  await hides('Search keys and phrases')
  // The focus returns to the button: Space resumes the recording and does not open the panel again.
  await vi.waitFor(() => expect(document.activeElement?.textContent).toMatch(/^Resume/))
  await userEvent.keyboard(' ')
  await shows('Recording')
  await hides('Search keys and phrases')
  await userEvent.keyboard('{Alt>}i{/Alt}')
  await shows('Search keys and phrases')
})

test('without network the last phrases are shown; without any, or while they cannot be loaded, the panel says so', async () => {
  openTab('?encryptedKey=key-of-ada')
  await button(/^Phrases/).click()
  await shows('You have no active phrases. Add them in Settings > Key to Phrase.')
  api.phrases = [aPhrase('normal chest', 'Lungs are clear.')]
  openTab()
  await button(/^Phrases/).click()
  await shows('1 phrase')
  const isOver = api.fault(/canned-text/, 'answer lost')
  // Wait until the phrases are stored before the page closes.
  await seconds(0.5)
  openTab()
  await button(/^Phrases/).click()
  await shows('1 phrase, as last loaded on this computer')
  expect(keys()).toEqual(['normal chest'])
  isOver()
  window.dispatchEvent(new Event('online'))
  await shows('1 phrase')
})

test('closing the panel from another element keeps the focus there, and Escape closes it from anywhere', async () => {
  openTab('?encryptedKey=key-of-ada')
  await button(/^Phrases/).click()
  await shows('Search keys and phrases')
  await page.getByRole('switch', { name: 'STAT' }).click()
  await userEvent.keyboard('{Escape}')
  await hides('Search keys and phrases')
  expect(document.activeElement?.role).toBe('switch')
})

test('another person on the same computer sees neither phrases nor templates of the one before, also without network', async () => {
  api.phrases = [aPhrase('normal chest', 'Lungs are clear.')]
  openTab('?encryptedKey=key-of-ada')
  await button(/^Phrases/).click()
  await shows('1 phrase')
  await expect.element(page.getByRole('option', { name: 'SOAP note' })).toBeInTheDocument()
  // Wait until the phrases and templates are stored before the page closes.
  await seconds(0.5)
  api.keys.set('key-of-ben', aUser(`ben-${crypto.randomUUID()}`, 'Ben Other'))
  api.fault(/canned-text|section-template/, 'answer lost')
  openTab('?encryptedKey=key-of-ben')
  await button(/^Phrases/).click()
  await shows('The server cannot be reached. Your phrases will load when it can.')
  await hides('normal chest')
  await expect.element(page.getByRole('option', { name: 'SOAP note' })).not.toBeInTheDocument()
})

test('2,000 phrases, one of 20,000 characters, are found as fast as they are typed', async () => {
  api.phrases = Array.from({ length: 1_999 }, (_, index) => aPhrase(`key ${index}`, `Text of number ${index}. `))
  api.phrases.push(aPhrase('the long one', 'word '.repeat(4_000)))
  openTab('?encryptedKey=key-of-ada')
  await button(/^Phrases/).click()
  await shows('2000 phrases')
  expect(keys()).toHaveLength(50)
  await button('Show more').click()
  expect(keys()).toHaveLength(100)
  await search().fill('number 1998')
  await shows('1 phrase found')
  expect(keys()).toEqual(['key 1998'])
  await search().fill('long one')
  await button('All of the long one').click()
  await expect.element(button('All of the long one')).toHaveAttribute('aria-expanded', 'true')
})
