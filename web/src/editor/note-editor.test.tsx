import type { Section } from '@dictara/contract/notes'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { NoteEditor, type NoteEditorProps } from './note-editor.tsx'
import type { NoteHandle } from './note-session.ts'
import type { NoteState } from './note-state.ts'
import type { NoteChange } from './sections.ts'
import { mount, until } from './testing/mount.tsx'
import { expectNoViolationsInBothLooks } from '../testing/accessible.ts'

const section = (id: string, heading: string, ...paragraphs: string[]): Section => ({
  id,
  version: 1,
  heading: { customUIHeading: heading, systemHeading: heading },
  content: paragraphs.map((value) => ({ value, type: 'Text', newParagraph: true, count: 0 })),
})
const note = [section('a', 'HISTORY', 'No fever.'), section('b', 'PLAN', 'Start aspirin.')]

/** Opens the editor and records what it reports: `now` is the note with all reported changes. */
const open = async (props: Partial<NoteEditorProps> = {}) => {
  const changes: NoteChange[] = []
  const handle: { current: NoteHandle | null } = { current: null }
  let state: NoteState | undefined
  const { host } = mount(
    <NoteEditor
      sections={note}
      systemHeadings={['HISTORY', 'PLAN', 'ASSESSMENT']}
      editable
      onChange={(change) => changes.push(change)}
      onState={(next) => {
        state = next
      }}
      {...props}
      ref={handle}
    />,
  )
  await until(() => expect(handle.current).not.toBeNull())
  const editor = handle.current as NoteHandle
  const text = host.querySelector('[role=textbox]') as HTMLElement
  return { host, editor, text, changes, state: () => state as NoteState, sections: () => editor.currentSections() }
}
/** Puts the caret before a piece of text, by setting the same selection as a click would. */
const caretAt = async (host: HTMLElement, piece: string, offset = 0) => {
  const walker = document.createTreeWalker(host, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const at = node.textContent?.indexOf(piece) ?? -1
    if (at < 0) continue
    host.querySelector<HTMLElement>('[role=textbox]')?.focus()
    getSelection()?.collapse(node, at + offset)
    // Wait until the editor has handled the selection event.
    await new Promise((resolve) => setTimeout(resolve, 30))
    return
  }
  throw new Error(`There is no "${piece}".`)
}
const headings = (sections: Section[]) => sections.map(({ heading }) => heading.customUIHeading)
const values = (sections: Section[]) => sections.map(({ content }) => content.map(({ value }) => value))

test('Ctrl+H toggles a heading, which starts a section with a new- id, in upper case and matched to the system list [EDIT-07, EDIT-31, EDIT-57]', async () => {
  const { host, sections, changes } = await open()
  await caretAt(host, 'Start aspirin')
  await userEvent.keyboard('assessment{Enter}{ArrowUp}{Control>}h{/Control}{ArrowDown}')
  await until(() => expect(headings(sections())).toEqual(['HISTORY', 'PLAN', 'ASSESSMENT']))
  expect(sections()[2]).toMatchObject({
    id: expect.stringMatching(/^new-[0-9a-f-]{36}$/),
    heading: { customUIHeading: 'ASSESSMENT', systemHeading: 'ASSESSMENT' },
    content: [{ value: 'Start aspirin.' }],
  })
  expect(host.querySelectorAll('h2')[2]?.textContent).toBe('ASSESSMENT')
  await until(() => expect(changes.at(-1)?.order).toHaveLength(3))
  await userEvent.keyboard('{ArrowUp}{Control>}h{/Control}')
  await until(() => expect(changes.at(-1)?.removed).toEqual([expect.stringMatching(/^new-/)]))
})

test('pressing the heading key again turns the heading back into its line, without an empty line above [EDIT-07]', async () => {
  const { host, sections } = await open()
  await caretAt(host, 'Start aspirin')
  await userEvent.keyboard('{Control>}h{/Control}')
  await until(() => expect(headings(sections())).toEqual(['HISTORY', 'PLAN', 'START ASPIRIN.']))
  await userEvent.keyboard('{Control>}h{/Control}')
  const lines = () => [...host.querySelectorAll('h2, p')].map(({ localName, textContent }) => [localName, textContent])
  await until(() => expect(lines().map(([name]) => name)).toEqual(['h2', 'p', 'h2', 'p']))
  expect(lines().at(-1)?.[1]).toMatch(/start aspirin\./i)
})

test('Ctrl+B toggles bold, and bold, italic, underline and strike are saved in the value [EDIT-08, EDIT-56]', async () => {
  const { host, sections, state } = await open()
  await caretAt(host, 'fever')
  for (const [keys, value] of [
    ['{Control>}b{/Control}', 'No <b>fever</b>.'],
    ['{Control>}i{/Control}', 'No <b><i>fever</i></b>.'],
    ['{Control>}u{/Control}', 'No <b><i><u>fever</u></i></b>.'],
    ['{Control>}{Shift>}s{/Shift}{/Control}', 'No <b><i><u><s>fever</s></u></i></b>.'],
  ] as const) {
    getSelection()?.collapse(host.querySelector('p') as Node, 0)
    await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}{Control>}{Shift>}{ArrowRight}{/Shift}{/Control}')
    if (getSelection()?.toString().endsWith('.')) await userEvent.keyboard('{Shift>}{ArrowLeft}{/Shift}')
    await userEvent.keyboard(keys)
    expect(values(sections())[0]).toEqual([value])
  }
  await until(() => expect(state().formats).toEqual(['bold', 'italic', 'underline', 'strike']))
})

test('Enter inserts a newline, and blank lines are counted before the next paragraph [EDIT-09, EDIT-30]', async () => {
  const { host, sections } = await open()
  await caretAt(host, 'fever')
  await userEvent.keyboard('{Enter}{Enter}{Enter}')
  expect(sections()[0]?.content).toEqual([
    { value: 'No ', type: 'Text', newParagraph: true, count: 0 },
    { value: 'fever.', type: 'Text', newParagraph: true, count: 2 },
  ])
})

test('the editor keeps at least one heading after any deletion or toggle [EDIT-10, EDIT-32]', async () => {
  const { host, text, sections } = await open()
  text.focus()
  await userEvent.keyboard('{Control>}a{/Control}{Delete}')
  expect(sections()).toMatchObject([{ id: 'a', heading: { customUIHeading: '' }, content: [] }])
  await userEvent.keyboard('{Backspace}{Delete}{Control>}h{/Control}')
  expect(host.querySelectorAll('h2')).toHaveLength(1)
  await userEvent.keyboard('plan{Control>}h{/Control}')
  expect(sections()).toMatchObject([{ id: 'a', heading: { customUIHeading: '' }, content: [{ value: 'plan' }] }])
  await userEvent.keyboard('{Control>}h{/Control}')
  expect(sections()).toMatchObject([{ id: 'a', heading: { customUIHeading: 'PLAN', systemHeading: 'PLAN' } }])
})

test('a note without sections opens with the default heading [EDIT-32, EDIT-10]', async () => {
  const { sections } = await open({ sections: [] })
  expect(sections()).toEqual([
    { id: 'default-heading-id', heading: { customUIHeading: '', systemHeading: 'NONE' }, content: [] },
  ])
})

test('exactly 50 edits can be undone and redone [EDIT-11]', async () => {
  const { editor, sections, state } = await open()
  for (let index = 1; index <= 73; index += 1) editor.insertText(`${index} `)
  let steps = 0
  while (editor.undo()) steps += 1
  expect(steps).toBe(50)
  await until(() => expect(state()).toMatchObject({ canUndo: false, canRedo: true }))
  expect(values(sections())[0]?.[0]).toMatch(/^1 2 .* 23 No fever.$/)
  while (editor.redo()) steps -= 1
  expect(steps).toBe(0)
  await until(() => expect(state()).toMatchObject({ canUndo: true, canRedo: false }))
})

test('section ids survive typing, splitting, moving and undo [EDIT-30]', async () => {
  const { host, editor, sections } = await open()
  await caretAt(host, 'fever')
  await userEvent.keyboard('high {Enter}x{Control>}h{/Control}')
  editor.moveSection('b', -1)
  const ids = sections().map(({ id }) => id)
  expect(ids).toHaveLength(3)
  expect(ids.filter((id) => id.startsWith('new-'))).toHaveLength(1)
  while (editor.undo());
  expect(sections()).toEqual(note)
})

test('a pasted copy of a section gets a new id, and ids of other notes are not taken over [EDIT-31]', async () => {
  const { host, text, sections } = await open()
  const paste = (html: string, plain = '') => {
    const data = new DataTransfer()
    if (html) data.setData('text/html', html)
    data.setData('text/plain', plain)
    text.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
  }
  await caretAt(host, 'Start aspirin.', 14)
  paste('<h2 data-section-id="a">HISTORY</h2><p>No fever.</p><h2 data-section-id="elsewhere">ALLERGIES</h2><p>x</p>')
  const ids = sections().map(({ id }) => id)
  expect(new Set(ids).size).toBe(4)
  expect(ids.slice(0, 2)).toEqual(['a', 'b'])
  expect(ids.slice(2).every((id) => id.startsWith('new-'))).toBe(true)
})

test('text pasted from Word keeps only headings, paragraphs and the four formats, and none of its scripts run [EDIT-56, QA-98]', async () => {
  const { host, text, sections } = await open()
  await caretAt(host, 'Start aspirin.', 14)
  const data = new DataTransfer()
  data.setData(
    'text/html',
    `<html><head><style>p{color:red}</style></head><body><!--StartFragment-->
    <p class=MsoNormal style='margin:0'>One&nbsp;<b>bold</b> and
      <span style='font-style:italic;color:red'>slanted</span><o:p></o:p></p>
    <p class=MsoNormal><o:p>&nbsp;</o:p></p>
    <h1>Assessment</h1><ul><li>first</li><li>second<br>line</li></ul>
    <table><tr><td>cell</td><td><a href="https://x">link</a></td></tr></table>
    <img src=x onerror=alert(1)><script>window.hasRun = true</script><iframe src="javascript:parent.hasRun = true"></iframe>
    <svg onload="window.hasRun = true"><text>drawn</text></svg><img src=x onerror="window.hasRun = true"><!--EndFragment--></body></html>`,
  )
  text.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
  expect(headings(sections())).toEqual(['HISTORY', 'PLAN', 'ASSESSMENT'])
  expect(values(sections()).slice(1)).toEqual([
    ['Start aspirin.One <b>bold</b> and <i>slanted</i>', ''],
    ['first', 'second', 'line', 'cell', 'link'],
  ])
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect('hasRun' in window).toBe(false)
  expect(text.querySelector('img, iframe, svg:not(button svg), table, script, a')).toBeNull()
})

test('plain text is pasted line by line', async () => {
  const { host, text, sections } = await open()
  await caretAt(host, 'Start aspirin.', 14)
  const data = new DataTransfer()
  data.setData('text/plain', ' now\n\nRest\r\n<b>home</b>')
  text.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
  expect(sections()[1]?.content).toMatchObject([
    { value: 'Start aspirin. now', count: 0 },
    { value: 'Rest', count: 1 },
    { value: '&lt;b&gt;home&lt;/b&gt;', count: 0 },
  ])
})

test('typing reports only the changed section, with its version', async () => {
  const { host, changes } = await open()
  await caretAt(host, 'Start')
  await userEvent.keyboard('Now ')
  await until(() => expect(changes.at(-1)?.sections[0]?.content[0]?.value).toBe('Now Start aspirin.'))
  expect(changes.at(-1)).toMatchObject({ sections: [{ id: 'b', version: 1 }], order: ['a', 'b'], removed: [] })
})

test('deleting a section is left to the page and moving works immediately, both by keyboard in the section at the caret', async () => {
  const onDeleteSection = vi.fn()
  const { host, editor, sections, changes } = await open({ onDeleteSection })
  await caretAt(host, 'Start')
  await userEvent.keyboard('{Alt>}{Shift>}{ArrowUp}{/Shift}{/Alt}')
  expect(headings(sections())).toEqual(['PLAN', 'HISTORY'])
  // Tab never reaches a delete button.
  await userEvent.keyboard('{Tab}')
  expect(document.activeElement).toHaveAccessibleName('More for section PLAN')
  await userEvent.keyboard('{Enter}')
  expect(document.activeElement).toHaveAccessibleName('Delete section PLAN')
  await userEvent.keyboard('{Escape}')
  expect(document.activeElement).toHaveAccessibleName('More for section PLAN')
  expect(onDeleteSection).not.toHaveBeenCalled()
  await userEvent.keyboard('{Enter}{Enter}')
  expect(onDeleteSection).toHaveBeenCalledWith('b')
  expect(editor.removeSection('b')).toBe(true)
  await until(() => expect(changes.at(-1)?.removed).toEqual(['b']))
  expect(editor.removeSection('a')).toBe(false)
})

test('only the section at the caret and the one under the pointer show tools, however many there are', async () => {
  const { host } = await open()
  const withTools = () =>
    [...host.querySelectorAll('h2')]
      .filter((heading) => heading.parentElement?.querySelector('button'))
      .map(({ textContent }) => textContent)
  await userEvent.hover(page.getByText('Start aspirin.'))
  await caretAt(host, 'Start')
  await until(() => expect(withTools()).toEqual(['PLAN']))
  await userEvent.hover(page.getByRole('heading', { name: 'HISTORY' }))
  await until(() => expect(withTools()).toEqual(['HISTORY', 'PLAN']))
  await userEvent.click(page.getByRole('button', { name: 'Move section down HISTORY' }))
  await until(() =>
    expect([...host.querySelectorAll('h2')].map(({ textContent }) => textContent)).toEqual(['PLAN', 'HISTORY']),
  )
  await userEvent.hover(page.getByText('Start aspirin.'))
  await until(() => expect(withTools()).toEqual(['PLAN']))
})

test('a section replaced from outside is shown, and is not reported as an edit [EDIT-42]', async () => {
  const { editor, sections, changes } = await open()
  editor.replaceSection({ ...section('b', 'PLAN', 'Theirs.'), version: 7 })
  expect(sections()[1]).toMatchObject({ version: 7, content: [{ value: 'Theirs.' }] })
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(changes).toEqual([])
})

test('a read-only note accepts no typing and shows no tools [EDIT-36]', async () => {
  const { host, text, sections } = await open({ editable: false })
  text.focus()
  await userEvent.keyboard('x{Delete}{Control>}h{/Control}')
  expect(sections()).toEqual(note)
  expect(text.getAttribute('aria-readonly')).toBe('true')
  await expect.element(page.getByRole('button', { name: /section/ }).first()).not.toBeInTheDocument()
  await expectNoViolationsInBothLooks(host)
})

test('the editor passes axe in light and dark', async () => {
  const { host, text } = await open()
  text.focus()
  await expectNoViolationsInBothLooks(host)
})
