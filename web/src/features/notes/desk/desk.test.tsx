import { currentUser } from '@dictara/browser/session'
import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { until } from '../../../editor/testing/mount.tsx'
import {
  aReviewedJob,
  aSection,
  askedOf,
  button,
  expectNoViolations,
  note,
  openNewer,
  openOlder,
  sectionId,
  wire,
  useEditorWire,
} from '../testing/editor-wire.tsx'
import { silence } from '../testing/silence.ts'
import { deskKeys } from '../keys/keys.ts'

useEditorWire()

const typist = { userType: 'transcriptionist' } as const
const reviewer = { userType: 'reviewer' } as const
const keys = () => page.getByRole('dialog', { name: 'Keyboard shortcuts', exact: true })
const isNowhere = () => document.activeElement === document.body || document.activeElement === null

test('Ctrl+/ in the text shows all keys, and Escape returns the caret to its place', async () => {
  await page.viewport(1280, 800)
  openOlder(typist)
  await expect.element(note()).toHaveFocus()
  await userEvent.keyboard('{Control>}{Home}{/Control}{ArrowDown}{ArrowRight}{ArrowRight}')
  const caret = () => [getSelection()?.anchorNode, getSelection()?.anchorOffset]
  const before = caret()
  await userEvent.keyboard('{Control>}/{/Control}')
  await expect.element(keys()).toBeVisible()
  for (const { does } of Object.values(deskKeys))
    await expect.element(keys().getByText(does, { exact: true }).first()).toBeVisible()
  await expectNoViolations()
  await userEvent.keyboard('{Escape}')
  await expect.element(keys()).not.toBeInTheDocument()
  await expect.element(note()).toHaveFocus()
  expect(caret()).toEqual(before)
  await userEvent.keyboard('XY')
  await expect.element(note().getByText('ReXYst and water.')).toBeVisible()
})

test('the length of a skip is chosen in the menu and saved for the person [Q203]', async () => {
  await page.viewport(1280, 800)
  wire.sound = { url: URL.createObjectURL(silence(60)), peaks: [1, 50, 1], durationSeconds: 60 }
  openOlder(typist)
  await expect.element(button('Back 2 seconds')).toBeVisible()
  ;(button('More').element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await userEvent.hover(page.getByRole('menuitem', { name: /^Skip 2 s back and forward/ }))
  await userEvent.click(page.getByRole('menuitem', { name: '5 s', exact: true }))
  await expect.element(button('Back 5 seconds')).toBeVisible()
  await expect.element(button('Forward 5 seconds')).toBeVisible()
  const kept = localStorage.getItem(`dictara.preferences.${currentUser()!.id}`)!
  expect((JSON.parse(kept) as { unsent: { step: number } }).unsent.step).toBe(5)
})

test('a person assigns their own key to a control of the sound; a key in use or one that types text is refused with a reason [Q203]', async () => {
  await page.viewport(1280, 800)
  wire.sound = { url: URL.createObjectURL(silence(60)), peaks: [1, 50, 1], durationSeconds: 60 }
  openOlder(typist)
  await expect.element(note()).toHaveFocus()
  await expect.element(button('Faster')).toBeVisible()
  await userEvent.keyboard('{Control>}/{/Control}')
  const own = keys().getByRole('button', { name: /^Faster/ })
  await own.click()
  const says = (words: string) => expect.element(keys().getByText(words, { exact: true })).toBeVisible()
  await userEvent.keyboard('j')
  await says('Plain letters type text. Add Ctrl or Alt, or use a function key.')
  await userEvent.keyboard('{F7}')
  await says('F7 is already used: Back.')
  await userEvent.keyboard('{F5}')
  await says('F5 is used by the browser.')
  await userEvent.keyboard('{Alt>}j{/Alt}')
  await says('Alt+J: Faster.')
  await expectNoViolations()
  await userEvent.keyboard('{Escape}')
  await expect.element(keys()).not.toBeInTheDocument()
  await expect.element(note()).toHaveFocus()
  await userEvent.keyboard('{Alt>}j{/Alt}')
  await expect.element(page.getByRole('status', { name: 'Speed' })).toHaveTextContent('1.25×')
  await expect.element(button('Faster')).toHaveAttribute('aria-keyshortcuts', 'Control+Shift+. Alt+J')
  await userEvent.keyboard('{Control>}/{/Control}')
  await own.click()
  await userEvent.keyboard('{Delete}')
  await says('Faster: no shortcut of your own.')
  await userEvent.keyboard('{Escape}{Alt>}j{/Alt}')
  await expect.element(page.getByRole('status', { name: 'Speed' })).toHaveTextContent('1.25×')
})

test('the outline shows what each section still needs: unsure words, blanks, nothing, or all of its text', async () => {
  await page.viewport(1280, 800)
  wire.text = 'Rest and water for ten days and then come back to be seen here again.'
  wire.heard = wire.text.split(' ').map((word, start) => ({
    word: word.toLowerCase().replace('.', ''),
    start,
    end: start + 0.9,
    confidence: word === 'water' ? 0.2 : 0.99,
  }))
  wire.added = [
    {
      ...aSection('', 1),
      id: sectionId.replace('41', '42'),
      heading: { customUIHeading: 'HISTORY', systemHeading: 'HISTORY' },
    },
  ]
  openOlder(typist)
  await expect.element(note()).toHaveFocus()
  const told = (heading: string) =>
    [...document.querySelectorAll('.desk-outline button')]
      .map(({ textContent }) => textContent)
      .find((words) => words.startsWith(heading))
  await until(() => expect(told('PLAN')).toBe('PLAN1 unsure'))
  expect(told('HISTORY')).toBe('HISTORYempty')
  await userEvent.keyboard('{F3}')
  await until(() => expect(told('PLAN')).toBe('PLAN1 unsure · 1 blank'))
  await userEvent.keyboard('{Control>}z{/Control}{F6}WATERS')
  await until(() => expect(told('PLAN')).toBe('PLANok'))
})

test('words with another possible meaning are counted and shown in the waveform, also in a barely understood draft [Q209]', async () => {
  await page.viewport(1280, 800)
  wire.text = 'Rest and colon water.'
  const heard = ['rest', 'and', 'colon', 'water']
  wire.heard = heard.map((word, start) => ({ word, start: start * 2, end: start * 2 + 0.9, confidence: 0.2 }))
  wire.tokens = ['Rest', 'and', 'colon', 'water'].map((text, index) => {
    const from = wire.text.indexOf(text)
    const token = { sectionId, text, from, to: from + text.length, wordIndexes: [index] }
    return text === 'colon' ? { ...token, unsure: [':'] } : token
  })
  wire.sound = { url: URL.createObjectURL(silence(60)), peaks: [1, 50, 1], durationSeconds: 60 }
  wire.converted = wire.text
  openOlder(typist)
  await button('Show the draft (Alt+Shift+D)').click()
  await expect.element(button('1 unsure (F6)')).toBeVisible()
  const plan = () => document.querySelector('.desk-outline button')?.textContent
  await until(() => expect(plan()).toBe('PLAN1 unsure'))
  await until(() => expect(document.querySelectorAll('.sound-tick.is-unsure')).toHaveLength(1))
  await userEvent.keyboard('{F6}')
  const choice = page.getByRole('group', { name: 'Readings of “colon”' })
  await expect.element(choice).toBeVisible()
  const word = document.querySelector('.dictara-unsure')!.getBoundingClientRect()
  const { top, left } = choice.element().getBoundingClientRect()
  expect([Math.abs(top - word.bottom) < 12, Math.abs(left - word.right) < 12]).toEqual([true, true])
  await userEvent.keyboard('{Alt>}{Enter}{/Alt}')
  await expect.element(note().getByText('Rest and: water.')).toBeVisible()
  // Sections without unsure words have no badge in the outline.
  await until(() => expect(plan()).toBe('PLAN'))
})

test('outside the text a question mark shows the keys, inside it types one, and Ctrl+/ hides the keys again', async () => {
  await page.viewport(1280, 800)
  openOlder(typist)
  await expect.element(note()).toHaveFocus()
  await userEvent.keyboard('?')
  await expect.element(keys()).not.toBeInTheDocument()
  const play = button('More')
  ;(play.element() as HTMLElement).focus()
  await userEvent.keyboard('?')
  await expect.element(keys()).toBeVisible()
  await userEvent.keyboard('{Control>}/{/Control}')
  await expect.element(keys()).not.toBeInTheDocument()
  await expect.element(play).toHaveFocus()
  await userEvent.click(button('More'))
  await userEvent.click(page.getByRole('menuitem', { name: /^Keys/ }))
  await expect.element(keys()).toBeVisible()
  await userEvent.click(keys().getByRole('button', { name: 'Close' }))
  await expect.element(button('More')).toHaveFocus()
})

test('while the list of keys is open, none of them has an effect', async () => {
  wire.job = aReviewedJob
  openNewer(reviewer)
  await expect.element(note()).toHaveFocus()
  await userEvent.keyboard('{Control>}/{/Control}')
  await expect.element(keys()).toBeVisible()
  await userEvent.keyboard(
    '{Control>}{Shift>}{Enter}{/Shift}{/Control}{Alt>}i{Shift>}rc{/Shift}{/Alt}{Alt>}{ArrowDown}{/Alt}',
  )
  await userEvent.keyboard('{Escape}')
  await expect.element(keys()).not.toBeInTheDocument()
  expect(document.querySelectorAll('.ant-message-notice, .ant-modal-wrap, .changes-found')).toHaveLength(0)
  expect(document.querySelector<HTMLElement>('.desk-facts')!.hidden).toBe(false)
  expect(askedOf('PUT', '/approve')).toEqual([])
})

test('the focus is not lost after a cancelled rejection or in the menu, whose Escape returns to the text [B13]', async () => {
  await page.viewport(1280, 800)
  wire.job = aReviewedJob
  openNewer(reviewer)
  await expect.element(note()).toHaveFocus()
  await button('Reject').click()
  await expect.element(page.getByRole('dialog')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await until(() => expect(isNowhere()).toBe(false))
  await button('More').click()
  await expect.element(page.getByRole('menu')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(note()).toHaveFocus()
  await button('More').click()
  await userEvent.click(page.getByRole('menuitem', { name: /^Hide details/ }))
  await until(() => expect(isNowhere()).toBe(false))
})

const long = (letters: number) => 'Wolfeschlegelsteinhausenbergerdorff '.repeat(4).slice(0, letters)

test.each([
  [1280, 800],
  [360, 740],
  [320, 640],
])(
  'with names of 100 letters, patient, MRN, save state and actions stay visible, at %i by %i',
  async (width, height) => {
    await page.viewport(width, height)
    const name = long(100)
    wire.job = {
      ...aReviewedJob,
      patientName: name,
      author: name,
      transcribedBy: { id: aReviewedJob.authorId, fullName: name },
      facility: { ...aReviewedJob.facility, facilityName: name },
    }
    wire.demographics = { ...wire.demographics, NAME: name, MRN: 'HS10017', 'DATE OF BIRTH': '02/03/1961' }
    openNewer(reviewer)
    await expect.element(note()).toBeVisible()
    await userEvent.keyboard('SEEN ')
    await expect.element(page.getByText(/MRN HS10017/)).toBeInTheDocument()
    const inside = (element: Element) => {
      const { left, right, top, bottom, width: wide } = element.getBoundingClientRect()
      return wide > 0 && left >= 0 && right <= innerWidth && top >= 0 && bottom <= innerHeight
    }
    for (const action of ['Release', 'Reject', 'Approve'])
      expect([action, inside(button(action).element())]).toEqual([action, true])
    const facts = document.querySelector<HTMLElement>('.desk-patient span')!
    const patient = document.querySelector<HTMLElement>('.desk-patient strong')!
    const number = document.createRange()
    const [text] = facts.childNodes as unknown as [Text]
    number.setStart(text, text.data.indexOf('HS10017'))
    number.setEnd(text, text.data.indexOf('HS10017') + 7)
    const isWhole = number.getBoundingClientRect().right <= facts.getBoundingClientRect().right + 1
    expect([inside(facts), inside(patient), isWhole]).toEqual([true, true, true])
    expect(patient.clientWidth).toBeGreaterThanOrEqual(90)
    await until(() => expect(inside(document.querySelector('.save-status')!)).toBe(true))
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(innerWidth)
  },
)

test.each([
  [1280, 800],
  [768, 1024],
  [360, 740],
])(
  'a name of 30 letters is shown in full in the bar, with the person who typed the note, at %i by %i',
  async (width, height) => {
    await page.viewport(width, height)
    // Stand-ins for the menu and the bell of the application, which take up room beside the editor.
    const beside = document.createElement('style')
    beside.textContent = `@media (width >= 700px) { body { padding-inline: 100px 0 } .desk-who { padding-inline-end: 120px } }
    @media (width >= 1120px) { .desk-bar { padding-inline-end: 132px } .desk-who { padding-inline-end: 0 } }`
    document.head.append(beside)
    onTestFinished(() => beside.remove())
    const isWhole = (part: Element) =>
      part.scrollWidth <= part.clientWidth && part.scrollHeight <= Math.max(part.clientHeight, 22)
    wire.job = { ...aReviewedJob, patientName: 'Maximiliane Hohenstein-Wagner', transcribedBy: aReviewedJob.heldBy }
    wire.demographics = { ...wire.demographics, MRN: 'HS10017', 'DATE OF BIRTH': '02/03/1961' }
    const { hear } = openNewer(reviewer)
    const name = () => document.querySelector('.desk-patient strong')!
    await expect.element(page.getByText(/MRN HS10017/)).toBeInTheDocument()
    await until(() => expect(isWhole(name())).toBe(true))
    const way = document.querySelector('.desk-stage')!
    if (width > 700) await until(() => expect(way.textContent).toBe('Review 1 · typed by R. Doe 18m ago'))
    expect(isWhole(way)).toBe(true)
    wire.job = { ...wire.job, patientName: long(100) }
    await hear()
    await until(() => expect([isWhole(name()), name().getAttribute('title')]).toEqual([false, long(100)]))
    expect(document.querySelector('.desk-head')!.getBoundingClientRect().height).toBeLessThanOrEqual(48)
  },
)

test('a screen reader reads bar, facts, sound, note, panel and status in this order', async () => {
  await page.viewport(1280, 800)
  openOlder(typist)
  await expect.element(note()).toBeVisible()
  const places = ['.desk-bar', '.desk-facts', '.audio-player', '.desk-note', '.desk-panel', '.desk-status']
  const found = [...document.querySelectorAll(places.join(', '))].map((part) =>
    places.find((place) => part.matches(place)),
  )
  expect(found).toEqual(places)
})

test('the volume is set by keyboard beside the sound and saved for the person, and setting it by pointer keeps the caret [Q203]', async () => {
  await page.viewport(1280, 800)
  wire.sound = { url: URL.createObjectURL(silence(60)), peaks: [1, 50, 1], durationSeconds: 60 }
  openOlder(typist)
  const volume = page.getByRole('slider', { name: 'Volume' })
  await expect.element(volume).toHaveValue('1')
  const before = document.querySelector('.waveform')!.getBoundingClientRect().width
  ;(volume.element() as HTMLElement).focus()
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}')
  await expect.element(volume).toHaveValue('0.9')
  const kept = () => Object.entries(localStorage).find(([name]) => name.startsWith('dictara.preferences'))?.[1]
  await until(() => expect(kept()).toContain('"volume":0.9'))
  await userEvent.click(note())
  await userEvent.click(volume)
  await expect.element(note()).toHaveFocus()
  await expect.element(volume).not.toHaveValue('0.9')
  expect(document.querySelector('.waveform')!.getBoundingClientRect().width).toBe(before)
})

test('the amplification is chosen by keyboard beside the volume, and saved for the person [Q203]', async () => {
  await page.viewport(1280, 800)
  wire.sound = { url: URL.createObjectURL(silence(60)), peaks: [1, 50, 1], durationSeconds: 60 }
  openOlder(typist)
  const louder = page.getByRole('combobox', { name: 'Louder' })
  await expect.element(louder).toHaveDisplayValue('As recorded')
  ;(louder.element() as HTMLElement).focus()
  await userEvent.keyboard('m')
  await expect.element(louder).toHaveDisplayValue('Much louder')
  await expect.element(louder).toHaveFocus()
  const kept = () => Object.entries(localStorage).find(([name]) => name.startsWith('dictara.preferences'))?.[1]
  await until(() => expect(kept()).toContain('"louder":24'))
})

test.each([
  [1024, true],
  [1280, false],
  [1600, true],
])(
  'at %d px the bar of a review shows number, stage and people in full; all breadcrumb steps: %s',
  async (width, isWhole) => {
    await page.viewport(width, 800)
    wire.job = aReviewedJob
    openNewer(reviewer)
    const way = page.getByRole('navigation', { name: 'Breadcrumb' })
    await expect.element(way.getByText('Job Review')).toBeVisible()
    const isCut = (part: Element) => part.scrollWidth > part.clientWidth + 3
    for (const part of document.querySelectorAll('.desk-stage, .desk-way li:not(:has(a), [aria-hidden])'))
      expect(isCut(part)).toBe(false)
    const step = way.getByRole('link', { name: 'Jobs list' }).element() as HTMLElement
    const isSeen = () => step.closest('li')!.clientWidth > 2 && !isCut(step.closest('li')!)
    expect(isSeen()).toBe(isWhole)
    // A hidden breadcrumb step becomes visible when it gets the keyboard focus.
    step.focus()
    await until(() => expect(step.closest('li')!.clientWidth).toBeGreaterThan(2))
  },
)

test.each([320, 360])(
  'at %d px the line below the note shows its keys, also with unsure words and blanks',
  async (width) => {
    await page.viewport(width, 740)
    const blank = '<blank id="3f0c9c52-6d0e-4f0a-9b57-0d2f5a1c9e11" second="4.2"/>'
    wire.text = `Rest and ${blank} water.`
    openOlder(typist)
    await expect.element(button('1 blank (F2)')).toBeVisible()
    const { right } = button('? Keys').element().getBoundingClientRect()
    expect(right).toBeLessThanOrEqual(width)
    const line = document.querySelector('.desk-status')!
    expect(line.scrollWidth).toBeLessThanOrEqual(line.clientWidth)
  },
)
