import type { RecognisedWord, Section } from '@dictara/contract/notes'
import '@dictara/browser/theme.css'
import { createAutosave } from '@dictara/web/src/editor/autosave.ts'
import { placeOf } from '@dictara/web/src/editor/review/comment-places.ts'
import { NoteEditor } from '@dictara/web/src/editor/note-editor.tsx'
import type { NoteHandle } from '@dictara/web/src/editor/note-session.ts'
import { randomOf, type Standing, standingOf } from '@dictara/web/src/editor/testing/standing.ts'
import { createRoot, type Root } from 'react-dom/client'

/** The documents for the random editing. */
export const documents = ['paragraphs', 'empty', 'blanks', 'long'] as const
export type DocumentName = (typeof documents)[number]

const vocabulary = 'PATIENT DENIES CHEST PAIN AND REPORTS MILD SHORTNESS OF BREATH ON EXERTION WITH NO FEVER'.split(' ')
const shapes: Record<DocumentName, { sections: number; paragraphs: number; words: number }> = {
  paragraphs: { sections: 8, paragraphs: 5, words: 23 },
  // Every second section has a single line only.
  empty: { sections: 24, paragraphs: 2, words: 12 },
  blanks: { sections: 8, paragraphs: 5, words: 23 },
  long: { sections: 3, paragraphs: 4, words: 260 },
}

/** The texts of a document: the paragraphs of each section, with `____` for a blank. */
const textsOf = (name: DocumentName) => {
  const { sections, paragraphs, words } = shapes[name]
  let blanks = 0
  return Array.from({ length: sections }, (_, section) =>
    Array.from({ length: name === 'empty' && section % 2 ? 1 : paragraphs }, (_each, paragraph) => {
      if (name === 'empty' && section % 2) return ''
      const at = section * paragraphs + paragraph
      return Array.from({ length: 4 + ((at * 7) % words) }, (_word, index) => {
        if (name === 'blanks' && (at * 11 + index) % 9 === 4) {
          blanks += 1
          return '____'
        }
        return vocabulary[(at * 5 + index * 3) % vocabulary.length] ?? 'AND'
      }).join(' ')
    }),
  )
}

const idOf = (number: number) => `3f0c9c52-6d0e-4f0a-9b57-${String(number).padStart(12, '0')}`
const sectionsOf = (texts: readonly (readonly string[])[]): Section[] => {
  let blanks = 0
  const withBlanks = (text: string) =>
    text.replaceAll('____', () => `<blank id="${idOf((blanks += 1))}" second="${blanks}"/>`)
  return texts.map((paragraphs, section) => ({
    id: `section-${section}`,
    version: 1,
    heading: { customUIHeading: `SECTION${section}`, systemHeading: 'NONE' },
    content: paragraphs.map((text) => ({ value: withBlanks(text), type: 'Text', newParagraph: true, count: 0 })),
  }))
}

/**
 * Headings and paragraphs have the same size, so that lines wrap equally in both editors. A system font is available immediately. Its
 * em has 2,048 units and Chromium measures in 64ths of a pixel, so at 32 pixels the width of each letter is a whole number of them. At
 * 16 pixels, a mark that split a line moved its letters by a 64th, and an arrow could end on the other side of the letter below.
 */
const alike = `
  .walk { font-family: sans-serif; font-kerning: none }
  .walk h2, .walk .dictara-heading, .walk p { all: unset; display: block; min-block-size: 1.6em; contain: none; font-size: 32px; line-height: 1.6 }
  .walk .dictara-heading-tools, .walk h2::before { display: none !important }
`

/** Returns the text node and offset of a character of an element. */
const placeIn = (element: Element, offset: number) => {
  const nodes = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  let rest = offset
  let node = nodes.nextNode() as Text
  for (; rest > node.length; node = nodes.nextNode() as Text) rest -= node.length
  return [node, rest] as const
}

/**
 * Repeats in the bare element what our editor does when somebody types into a blank: it removes the underscores.
 * Chromium treats keys after a letter as part of the same typing. Enter then splits where that letter ended, even if a
 * script has removed text before it, so that `__D|__ NO` without its underscores was split as `D N|O`. Setting the
 * caret again ends that typing.
 */
const dropHalfBlanks = (element: HTMLElement) => {
  let isDropped = false
  for (const block of element.querySelectorAll('h2, p'))
    for (const { index, 0: letters } of [...(block.textContent ?? '').matchAll(/_+/g)].toReversed()) {
      if (letters.length % 4 === 0) continue
      const range = document.createRange()
      range.setStart(...placeIn(block, index))
      range.setEnd(...placeIn(block, index + letters.length))
      range.deleteContents()
      isDropped = true
      if (!block.textContent) block.replaceChildren(document.createElement('br'))
    }
  const caret = getSelection()
  const { focusNode, focusOffset = 0 } = caret ?? {}
  if (!isDropped || !caret || !focusNode) return
  // First remove the caret: setting it at its current place has no effect and does not end the typing.
  caret.removeAllRanges()
  caret.collapse(focusNode, focusOffset)
}

let root: Root | undefined
let stop = () => {}
let editable: HTMLElement | undefined

const fresh = () => {
  stop()
  stop = () => {}
  root?.unmount()
  document.querySelector('#editor')?.replaceChildren()
  scrollTo(0, 0)
}

/* oxlint-disable jsx-a11y/prefer-tag-over-role -- the same kind of element as the editor's */
const openPlain = (name: DocumentName) => {
  document.execCommand('defaultParagraphSeparator', false, 'p')
  const host = document.createElement('div')
  host.className = 'walk dictara-note'
  const text = document.createElement('div')
  Object.assign(text, { className: 'dictara-note-text', contentEditable: 'true', role: 'textbox', ariaLabel: 'plain' })
  for (const [section, paragraphs] of textsOf(name).entries()) {
    const heading = document.createElement('h2')
    heading.textContent = `SECTION${section}`
    text.append(heading)
    for (const words of paragraphs) {
      const paragraph = document.createElement('p')
      if (words) paragraph.textContent = words
      else paragraph.append(document.createElement('br'))
      text.append(paragraph)
    }
  }
  if (name === 'blanks') text.addEventListener('input', () => dropHalfBlanks(text))
  host.append(text)
  document.querySelector('#editor')?.append(host)
  editable = text
  text.focus()
  getSelection()?.collapse(text.querySelector('p')!.firstChild!, 0)
}

/** Opens our editor with autosave, drafts, highlighting of the spoken word, marks and messages of the server. */
const openOurs = async (name: DocumentName, seed: number) => {
  const random = randomOf(seed)
  const texts = textsOf(name)
  const note = sectionsOf(texts)
  const recognised: RecognisedWord[] = texts
    .flat()
    .join(' ')
    .split(/[ _]+/)
    .filter(Boolean)
    .map((word, index) => ({ word, start: index, end: index + 0.8, confidence: index % 9 === 0 ? 0.2 : 0.9 }))
  const handle: { current: NoteHandle | null } = { current: null }
  let version = 1
  const autosave = createAutosave({
    sections: note,
    save: async ({ sections }) => {
      await new Promise((resolve) => setTimeout(resolve, 10))
      version += 1
      return {
        kind: 'saved',
        sections: sections.map((section) => ({ ...section, version })),
        newSectionsId: sections.flatMap(({ id }) =>
          id.startsWith('new-') ? [{ temporaryId: id, id: `stored-${id}` }] : [],
        ),
      }
    },
    // A real browser store also answers later.
    onDraft: () => new Promise((resolve) => setTimeout(resolve, 3)),
    onStatus: () => undefined,
  })
  const host = document.createElement('div')
  host.className = 'walk'
  document.querySelector('#editor')?.append(host)
  const mounted = createRoot(host)
  const show = (words: readonly RecognisedWord[]) =>
    mounted.render(
      <NoteEditor
        sections={note}
        systemHeadings={['PLAN']}
        words={words}
        editable
        onChange={(change) => autosave.edit(change)}
        ref={handle}
      />,
    )
  root = mounted
  show(recognised)
  while (!handle.current || !host.querySelector('.dictara-unsure')) await new Promise(requestAnimationFrame)
  const editor: NoteHandle = handle.current
  const comments = note.flatMap(({ id, heading, content }) => {
    const text = [heading.customUIHeading, ...content.map(({ value }) => value)].join('\n')
    const place = placeOf({ id, text }, text.length >> 1, (text.length >> 1) + 12)
    return place ? [{ id, comment: 'Why?', place: { ...place, second: null } }] : []
  })
  let seconds = 0
  const happenings = [
    () => editor.showSpoken((seconds += 0.4)),
    () => show([...recognised]),
    () => editor.replaceSection(random.oneOf(editor.currentSections())),
    () => autosave.saveNow(),
    () => editor.showComments(comments.slice(random.below(comments.length))),
    () => window.dispatchEvent(new Event('resize')),
    () => editor.flush(),
  ]
  const timer = setInterval(() => random.oneOf(happenings)(), 5)
  stop = () => {
    clearInterval(timer)
    autosave.stop()
  }
  editable = host.querySelector<HTMLElement>('[role=textbox]') ?? undefined
  editable?.focus()
}

const settled = () => new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve)))

export interface LostKeysPage {
  open: (kind: 'ours' | 'plain', name: DocumentName, seed: number) => Promise<void>
  /** The texts, which blocks are headings, and whether a selection ends at a wrapped line within one text. */
  standing: (isSettled: boolean) => Promise<Standing & { headings: number[]; isBetweenLines: boolean }>
}

const isBetweenLines = () => {
  const { focusNode, focusOffset = 0, isCollapsed } = getSelection() ?? {}
  if (!focusNode || isCollapsed) return false
  const range = document.createRange()
  range.setStart(focusNode, focusOffset)
  // At a wrap there are two rectangles: one at the end of the line, and one at the beginning of the next.
  return range.getClientRects().length > 1
}

const page: LostKeysPage = {
  async open(kind, name, seed) {
    fresh()
    if (kind === 'ours') await openOurs(name, seed)
    else openPlain(name)
    await settled()
  },
  async standing(isSettled) {
    if (isSettled) await settled()
    const blocks = [...editable!.querySelectorAll('h2, p')]
    const headings = blocks.flatMap((block, index) => (block.localName === 'h2' ? index : []))
    return { ...standingOf(editable!), headings, isBetweenLines: isBetweenLines() }
  },
}
const style = document.createElement('style')
style.textContent = alike
document.head.append(style)
Object.assign(window, { lostKeys: page })
