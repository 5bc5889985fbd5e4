import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { NoteEditor } from './note-editor.tsx'
import type { NoteFacts } from './note-facts.ts'
import type { NoteHandle } from './note-session.ts'
import { mount, until } from './testing/mount.tsx'
import { pressKeys, randomOf, settled, standingOf } from './testing/real-keys.ts'

const spoken = 'history no fever no chills plan start aspirin today'
const words = spoken
  .split(' ')
  .map((word, index) => ({ word, start: index, end: index + 0.8, confidence: word === 'aspirin' ? 0.3 : 0.9 }))
const paragraph = (value: string) => ({ value, type: 'Text' as const, newParagraph: true, count: 0 })
const sections = [
  {
    id: 'a',
    heading: { customUIHeading: 'HISTORY', systemHeading: 'NONE' },
    content: [paragraph('No fever, no chills.')],
  },
  {
    id: 'b',
    heading: { customUIHeading: 'PLAN', systemHeading: 'NONE' },
    content: [paragraph('Start aspirin today.')],
  },
]

const open = async (editable = true, isPlaying = false) => {
  const onSeek = vi.fn()
  const onHear = vi.fn()
  const handle: { current: NoteHandle | null } = { current: null }
  const at = (spokenAt: number | null) => (
    <NoteEditor
      {...{ sections, words, editable, onSeek, onHear, spokenAt }}
      soundAt={() => ({ seconds: 2, isPlaying })}
      systemHeadings={[]}
      ref={handle}
    />
  )
  const { host, render } = mount(at(null))
  await until(() => expect(handle.current).not.toBeNull())
  return {
    host,
    onSeek,
    onHear,
    editor: handle.current as NoteHandle,
    playTo: (seconds: number | null) => render(at(seconds)),
  }
}
/** The spoken word that is highlighted now. */
const spokenNow = () => [...(CSS.highlights.get('dictara-spoken') ?? [])].map(String)
const unsureNow = (host: HTMLElement) => [...host.querySelectorAll('.dictara-unsure')].map((word) => word.textContent)
const clickOn = async (host: HTMLElement, text: string) => {
  const block = [...host.querySelectorAll('p')].find((each) => each.textContent?.includes(text)) as HTMLElement
  const nodes = document.createTreeWalker(block, NodeFilter.SHOW_TEXT)
  while (nodes.nextNode() && !nodes.currentNode.textContent?.includes(text));
  const node = nodes.currentNode as Text
  const range = document.createRange()
  const from = node.data.indexOf(text)
  range.setStart(node, from)
  range.setEnd(node, from + text.length)
  const word = range.getBoundingClientRect()
  const box = block.getBoundingClientRect()
  await userEvent.click(block, {
    position: { x: word.x - box.x + word.width / 2, y: word.y - box.y + word.height / 2 },
  })
}

test('a click on a word moves the player there, and an unsure word is played immediately, also in a read-only note', async () => {
  for (const editable of [true, false]) {
    const { host, onSeek, onHear } = await open(editable)
    await until(() => expect(unsureNow(host)).toContain('aspirin'))
    await clickOn(host, 'chills')
    expect([onSeek.mock.calls, onHear.mock.calls]).toEqual([[[4]], []])
    await clickOn(host, 'aspirin')
    expect([onSeek.mock.calls, onHear.mock.calls]).toEqual([[[4]], [[7, undefined]]])
    host.remove()
  }
})

test('a click during playback only seeks, also on an unsure word', async () => {
  const { host, onSeek, onHear } = await open(true, true)
  await until(() => expect(unsureNow(host)).toContain('aspirin'))
  await clickOn(host, 'aspirin')
  expect([onSeek.mock.calls, onHear.mock.calls]).toEqual([[[7]], []])
  expect(getSelection()?.focusNode?.textContent).toBe('aspirin')
})

test('Ctrl+Enter plays from the caret and changes nothing', async () => {
  const { host, onHear, editor } = await open()
  await until(() => expect(unsureNow(host)).toEqual(['aspirin']))
  await clickOn(host, 'today')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  // Playback starts here and has no end.
  expect(onHear.mock.calls).toEqual([[8, undefined]])
  expect(editor.currentSections()[1]?.content).toHaveLength(1)
})

test('the spoken word is highlighted during playback, also after edits before it', async () => {
  const { host, playTo, editor } = await open()
  playTo(4.2)
  await until(() => expect(spokenNow()).toEqual(['chills']))
  await clickOn(host, 'No')
  editor.insertText('Patient reports: ')
  await until(() => expect(spokenNow()).toEqual(['chills']))
  playTo(7.1)
  await until(() => expect(spokenNow()).toEqual(['aspirin']))
  playTo(null)
  await until(() => expect(spokenNow()).toEqual([]))
})

test('an unsure word is marked until it is changed, and again after undo', async () => {
  const { host, editor } = await open()
  await until(() => expect(unsureNow(host)).toEqual(['aspirin']))
  await clickOn(host, 'aspirin')
  await userEvent.keyboard('{Control>}{ArrowLeft}{/Control}xx')
  await until(() => expect(unsureNow(host)).toEqual([]))
  await userEvent.keyboard('{Control>}z{/Control}')
  await until(() => expect(unsureNow(host)).toEqual(['aspirin']))
  editor.moveSection('b', -1)
  await until(() => expect(unsureNow(host)).toEqual(['aspirin']))
})

test('after typing anywhere, exactly the unchanged unsure words are marked', async () => {
  const random = randomOf(7)
  // Every tenth word is unsure.
  const heard = Array.from({ length: 60 }, (_, index) => `${index % 10 ? 'S' : 'U'}${index + 10}`)
  const lines = [0, 1, 2, 3, 4].map((line) => paragraph(heard.slice(line * 12, line * 12 + 12).join(' ')))
  const { host } = mount(
    <NoteEditor
      sections={[{ ...sections[0]!, content: lines }]}
      words={heard.map((word, start) => ({
        word,
        start,
        end: start + 0.8,
        confidence: word.startsWith('U') ? 0.3 : 0.9,
      }))}
      wordMap={[]}
      systemHeadings={[]}
      editable
    />,
  )
  await until(() => expect(unsureNow(host)).toHaveLength(6))
  const textNow = () => [...host.querySelectorAll('p')].flatMap(({ textContent }) => textContent?.split(' ') ?? [])
  const touched = new Set<string>()
  host.querySelector<HTMLElement>('[role=textbox]')?.focus()
  for (let time = 0; time < 40; time += 1) {
    await pressKeys(
      ...random.oneOf([['ArrowDown'], ['Ctrl+ArrowRight', 'ArrowLeft'], ['ArrowLeft'], ['Ctrl+ArrowLeft']]),
    )
    await pressKeys(random.oneOf(['X', 'X', 'Backspace', 'Delete', 'Enter', 'Ctrl+z']))
    await settled()
    const standing = textNow().filter((word) => /^U\d\d$/.test(word))
    for (const word of heard) if (word.startsWith('U') && !standing.includes(word)) touched.add(word)
    const marked = unsureNow(host)
    expect(standing).toEqual(expect.arrayContaining(marked))
    // A word that was split and joined again may or may not be marked, because a person has already read it.
    expect(marked).toEqual(expect.arrayContaining(standing.filter((word) => !touched.has(word))))
  }
  expect(textNow().join(' ')).not.toBe(heard.join(' '))
})

test('words are kept beside the document: only unsure ones have an element, and neither text nor copies contain them', async () => {
  const { host, editor } = await open()
  await until(() => expect(unsureNow(host)).toEqual(['aspirin']))
  expect([...host.querySelectorAll('p')].map(({ innerHTML }) => innerHTML)).toEqual([
    'No fever, no chills.',
    'Start <span class="dictara-unsure">aspirin</span> today.',
  ])
  expect(editor.currentSections().map(({ content }) => content)).toEqual(sections.map(({ content }) => content))
})

/** Opens a note of one paragraph with one recognised word for each of these confidences. */
const openHeard = async (confidences: readonly number[]) => {
  const heard = confidences.map((confidence, index) => ({
    word: `w${index}`,
    start: index,
    end: index + 0.5,
    confidence,
  }))
  const onHear = vi.fn()
  const facts: NoteFacts[] = []
  const handle: { current: NoteHandle | null } = { current: null }
  const value = heard.map(({ word }) => word).join(' ')
  const { host } = mount(
    <NoteEditor
      sections={[{ ...sections[0]!, content: [paragraph(value)] }, sections[1]!]}
      words={heard}
      systemHeadings={[]}
      editable
      onHear={onHear}
      onFacts={(told) => facts.push(told)}
      ref={handle}
    />,
  )
  await until(() => expect(facts.at(-1)?.words).toBe(heard.length + 3))
  return { host, value, onHear, facts, editor: handle.current as NoteHandle }
}

test('F6 and Shift+F6 select the unsure words in turn, and play each from a second before it', async () => {
  const { host, onHear, facts } = await openHeard(
    Array.from({ length: 40 }, (_, index) => ([5, 20, 21].includes(index) ? 0.2 : 0.9)),
  )
  await until(() => expect(facts.at(-1)?.unsure).toBe(3))
  host.querySelector<HTMLElement>('[role=textbox]')?.focus()
  const walked: string[] = []
  for (const key of ['{F6}', '{F6}', '{F6}', '{F6}', '{Shift>}{F6}{/Shift}', '{Shift>}{F6}{/Shift}']) {
    await userEvent.keyboard(key)
    walked.push(String(getSelection()))
  }
  expect(walked).toEqual(['w5', 'w20', 'w21', 'w5', 'w21', 'w20'])
  expect(onHear.mock.calls.map(([seconds]) => seconds)).toEqual([4, 19, 20, 4, 20, 19])
  await userEvent.keyboard('dose')
  await until(() => expect(facts.at(-1)?.unsure).toBe(2))
  await userEvent.keyboard('{F6}')
  expect(String(getSelection())).toBe('w21')
})

test('a barely understood draft has no marks, and can be emptied and restored in one step each', async () => {
  const { host, value, facts, editor } = await openHeard(
    Array.from({ length: 40 }, (_, index) => (index % 2 ? 0.2 : 0.9)),
  )
  await until(() => expect(facts.at(-1)).toMatchObject({ isLittleUnderstood: true, unsure: 0, sections: 2 }))
  expect(unsureNow(host)).toEqual([])
  editor.emptyNote()
  expect(editor.currentSections().map(({ heading, content }) => [heading.customUIHeading, content])).toEqual([
    ['HISTORY', []],
    ['PLAN', []],
  ])
  await until(() => expect(facts.at(-1)).toMatchObject({ isLittleUnderstood: false, words: 0, section: 1 }))
  await userEvent.keyboard('typed')
  expect(editor.currentSections()[0]?.content).toEqual([paragraph('typed')])
  editor.undo()
  editor.undo()
  expect(editor.currentSections()[0]?.content).toEqual([paragraph(value)])
  await until(() => expect(facts.at(-1)?.isLittleUnderstood).toBe(true))
})

test('in a paragraph of 6,000 words only the visible part is marked, after scrolling and after keys', async () => {
  const recognised = Array.from({ length: 6000 }, (_, index) => ({
    word: `word${index}`,
    start: index,
    end: index + 0.8,
    confidence: index % 9 === 4 ? 0.2 : 0.9,
  }))
  const text = recognised.map(({ word }) => word).join(' ')
  const long = [{ ...sections[0]!, content: [paragraph(text)] }]
  const { host } = mount(
    <div style={{ blockSize: '400px', overflow: 'auto' }}>
      <NoteEditor sections={long} words={recognised} editable systemHeadings={[]} />
    </div>,
  )
  const marked = () => unsureNow(host).map((word) => Number(word?.slice('word'.length)))
  /** Checks that every unsure word of the lines on the screen is marked, and only few others. */
  const isMarkedAround = (index: number) => {
    const all = marked()
    const around = Array.from({ length: 90 }, (_, each) => index - 45 + each).filter((each) => each % 9 === 4)
    expect(around.filter((each) => each >= 0 && each < 6000 && !all.includes(each))).toEqual([])
    expect(all.length).toBeLessThan(300)
  }
  await until(() => isMarkedAround(0))
  const scroller = host.firstElementChild!
  scroller.scrollTop = scroller.scrollHeight / 2
  const inTheMiddle = () => {
    const box = scroller.getBoundingClientRect()
    const caret = document.caretPositionFromPoint(box.left + box.width / 2, box.top + 200)!
    const before = document.createRange()
    before.setStart(host.querySelector('p')!, 0)
    before.setEnd(caret.offsetNode, caret.offset)
    return before.toString().split(' ').length - 1
  }
  await until(() => expect(inTheMiddle()).toBeGreaterThan(2000))
  await until(() => isMarkedAround(inTheMiddle()))
  host.querySelector<HTMLElement>('[role=textbox]')!.focus()
  await userEvent.keyboard('{Control>}{End}{/Control} and more')
  await until(() => isMarkedAround(5999))
  expect(host.querySelector('p')?.textContent).toBe(`${text} and more`)
  await userEvent.keyboard('{Control>}{Home}{/Control}{ArrowDown}{Home}First ')
  await until(() => isMarkedAround(0))
  expect(host.querySelector('p')?.textContent).toBe(`First ${text} and more`)
})

const wrapping = `i${' WIDE WORDS WRAP'.repeat(20)}`
const openWrapping = async () => {
  const wrapped = [{ ...sections[0]!, content: [paragraph(wrapping)] }]
  const shown = (now: typeof words) => <NoteEditor sections={wrapped} words={now} editable systemHeadings={[]} />
  const { host, render } = mount(shown(words))
  await until(() => expect(host.querySelector('p')).not.toBeNull())
  const root = host.querySelector('[role=textbox]') as HTMLElement
  root.focus()
  await settled()
  const press = async (...keys: string[]) => {
    await pressKeys(...keys)
    await settled()
    return standingOf(root).head.offset
  }
  return { host, press, take: (now: typeof words) => render(shown(now)) }
}

test('words that arrive while the caret is at the beginning of a wrapped line keep its column', async () => {
  const { press, take } = await openWrapping()
  const beginning = await press('Ctrl+Home', 'ArrowDown', 'Home', 'ArrowRight', 'ArrowDown')
  expect(wrapping.slice(beginning - 1, beginning + 1)).toBe(' W')
  take([...words])
  await settled()
  await settled()
  expect(await press('ArrowUp')).toBe(1)
})

test('unsure words that arrive while the caret is at the end of a wrapped line keep it there', async () => {
  const { host, press, take } = await openWrapping()
  const second = await press('Ctrl+Home', 'ArrowDown', 'End', 'ArrowDown')
  const first = await press('ArrowUp')
  expect(first).toBeLessThan(second)
  const heard = ['i', ...Array.from({ length: 20 }, () => ['wide', 'words', 'wrap']).flat()]
  take(heard.map((word, index) => ({ word, start: index, end: index + 0.8, confidence: index % 9 === 0 ? 0.2 : 0.9 })))
  await until(() => expect(unsureNow(host).length).toBeGreaterThan(3))
  expect(await press('ArrowDown')).toBe(second)
})
