import type { Section } from '@dictara/contract/notes'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { NoteEditor, type NoteEditorProps } from './note-editor.tsx'
import type { NoteHandle } from './note-session.ts'
import { mount, until } from './testing/mount.tsx'
import { settled } from './testing/real-keys.ts'
import { expectNoViolationsInBothLooks } from '../testing/accessible.ts'

const words = 'negative for colon cancer start two fifty milligrams daily'
  .split(' ')
  .map((word, index) => ({ word, start: index, end: index + 0.8, confidence: 0.9 }))
const token = (sectionId: string, text: string, wordIndexes: number[], unsure?: string[]) => ({
  sectionId,
  text,
  wordIndexes,
  ...(unsure && { unsure }),
})
const wordMap = [
  token('a', 'Negative', [0]),
  token('a', 'for', [1]),
  token('a', 'colon', [2], [':', '\n\n']),
  token('a', 'cancer', [3]),
  token('b', 'Start', [4]),
  token('b', 'two fifty', [5, 6], ['250']),
  token('b', 'mg', [7]),
  token('b', 'daily', [8], []),
]
const section = (id: string, heading: string, value: string): Section => ({
  id,
  heading: { customUIHeading: heading, systemHeading: 'NONE' },
  content: [{ value, type: 'Text', newParagraph: true, count: 0 }],
})
const note = [section('a', 'HISTORY', 'Negative for colon cancer.'), section('b', 'PLAN', 'Start two fifty mg daily.')]

const open = async (props: Partial<NoteEditorProps> = {}) => {
  const onHear = vi.fn()
  const handle: { current: NoteHandle | null } = { current: null }
  const { host } = mount(
    <NoteEditor sections={note} systemHeadings={[]} editable {...{ words, wordMap, onHear, ...props }} ref={handle} />,
  )
  await until(() => expect(unsureIn(host)).not.toEqual([]))
  const root = host.querySelector('[role=textbox]') as HTMLElement
  root.focus()
  await settled()
  const editor = handle.current as NoteHandle
  return {
    host,
    root,
    onHear,
    editor,
    values: () =>
      editor.currentSections().map(({ content }) => content.map(({ value, count }) => '\n'.repeat(count) + value)),
  }
}
const unsureIn = (host: HTMLElement) => [...host.querySelectorAll('.dictara-unsure')].map((word) => word.textContent)
const choice = () => page.getByRole('group', { name: /^Readings of/ })
const choices = () =>
  choice()
    .getByRole('button')
    .elements()
    .map(({ textContent }) => textContent)
const told = () => [...document.querySelectorAll('output')].map(({ textContent }) => textContent).join('')

test('F6 selects an unsure word and announces the effect of Alt+Enter; Alt+Enter applies it, and undo reverts it [Q209]', async () => {
  const { host, onHear, values } = await open()
  expect(unsureIn(host)).toEqual(['colon', 'two fifty', 'daily'])
  await userEvent.keyboard('{F6}')
  expect([String(getSelection()), onHear.mock.calls]).toEqual(['colon', [[1, undefined]]])
  await until(() => expect(told()).toBe('“colon” as it was said. Alt+Enter: a colon.'))
  await userEvent.keyboard('{Alt>}{Enter}{/Alt}')
  await until(() => expect(told()).toBe('Now a colon. Alt+Enter: a new paragraph.'))
  expect(values()[0]).toEqual(['Negative for: cancer.'])
  await until(() => expect(unsureIn(host)).toEqual(['two fifty', 'daily']))
  await userEvent.keyboard('{Alt>}{Enter}{/Alt}')
  expect(values()[0]).toEqual(['Negative for', '\nCancer.'])
  // The caret stands where the person continues typing.
  await userEvent.keyboard('{Alt>}{Enter}{/Alt}{Alt>}{Enter}{/Alt} ovarian')
  expect(values()[0]).toEqual(['Negative for: ovarian cancer.'])
  await userEvent.keyboard('{Control>}z{/Control}{Control>}z{/Control}')
  expect(values()[0]).not.toEqual(['Negative for: ovarian cancer.'])
  await userEvent.keyboard('{F6}{Alt>}{Enter}{/Alt}')
  expect(values()[1]).toEqual(['Start 250 mg daily.'])
  await userEvent.keyboard('{F6}')
  expect(String(getSelection())).toBe('daily')
  await userEvent.keyboard('{Alt>}{Enter}{/Alt}')
  await until(() => expect(told()).toBe('No other reading is known here. F6 goes to the next unsure word.'))
  expect(values()[1]).toEqual(['Start 250 mg daily.'])
})

test('a click on an unsure word offers its readings, and choosing one keeps the caret in the text; Escape closes them [Q209, Q210]', async () => {
  const { host, root, values, onHear } = await open()
  await userEvent.click(host.querySelector('.dictara-unsure')!)
  expect(onHear.mock.calls).toEqual([[2, undefined]])
  await expect.element(choice()).toBeVisible()
  expect(choices()).toEqual(['“colon”', ': colon', '¶ new paragraph'])
  await expectNoViolationsInBothLooks(host)
  const pressed = () => choice().getByRole('button', { pressed: true })
  await expect.element(pressed()).toHaveTextContent('“colon”')
  await choice().getByRole('button', { name: 'new paragraph' }).click()
  expect(values()[0]).toEqual(['Negative for', '\nCancer.'])
  await expect.element(pressed()).toHaveTextContent('¶ new paragraph')
  expect(document.activeElement).toBe(root)
  await choice().getByRole('button', { name: 'colon' }).click()
  expect(values()[0]).toEqual(['Negative for: cancer.'])
  await userEvent.keyboard('{Escape}')
  await expect.element(choice()).not.toBeInTheDocument()
  await userEvent.keyboard('{ArrowDown}{Home}')
  await userEvent.keyboard('{F6}')
  await expect.element(choice()).toHaveAccessibleName('Readings of “two fifty”')
  await userEvent.keyboard('200')
  await expect.element(choice()).not.toBeInTheDocument()
  expect(unsureIn(host)).toEqual(['daily'])
})

test('in a read-only note unsure words are marked, and cannot be changed', async () => {
  const { host, values, editor } = await open({ editable: false })
  await userEvent.click(host.querySelector('.dictara-unsure')!)
  await userEvent.keyboard('{Alt>}{Enter}{/Alt}')
  expect([editor.walkUnsure(1), editor.turnReading(1)]).toEqual([true, false])
  expect([values()[0], choice().elements()]).toEqual([['Negative for colon cancer.'], []])
})
