import type { RecognisedWord, Section } from '@dictara/contract/notes'
import { expect, onTestFinished } from 'vitest'
import { createAutosave } from '../autosave.ts'
import { NoteEditor } from '../note-editor.tsx'
import type { NoteHandle } from '../note-session.ts'
import type { HangingComment } from '../review/note-comments.ts'
import { mount, until } from './mount.tsx'
import { randomOf } from './real-keys.ts'

const vocabulary = 'PATIENT DENIES CHEST PAIN AND REPORTS MILD SHORTNESS OF BREATH ON EXERTION WITH NO FEVER'.split(' ')
const paragraphCount = 40
const wordAt = (paragraph: number, index: number) =>
  vocabulary[(paragraph * 5 + index * 3) % vocabulary.length] ?? 'AND'
const paragraphWords = (paragraph: number) => 4 + ((paragraph * 7) % 23)
const textOf = (paragraph: number) =>
  Array.from({ length: paragraphWords(paragraph) }, (_, index) => wordAt(paragraph, index)).join(' ')

/** A note of eight sections with five paragraphs each, in which every ninth word is unsure. */
export const note: Section[] = Array.from({ length: 8 }, (_, section) => ({
  id: `section-${section}`,
  version: 1,
  heading: { customUIHeading: `SECTION${section}`, systemHeading: 'NONE' },
  content: Array.from({ length: paragraphCount / 8 }, (_each, index) => ({
    value: textOf(section * 5 + index),
    type: 'Text',
    newParagraph: true,
    count: 0,
  })),
}))
const recognised: RecognisedWord[] = Array.from({ length: paragraphCount }, (_, paragraph) => textOf(paragraph))
  .join(' ')
  .split(' ')
  .map((word, index) => ({ word, start: index, end: index + 0.8, confidence: index % 9 === 0 ? 0.2 : 0.9 }))

/** Comments on some words of the note. The walk deletes some of these words. */
const comments: HangingComment[] = [2, 11, 19, 30].map((paragraph) => {
  const [before, quote, after] = [wordAt(paragraph, 0), wordAt(paragraph, 1), wordAt(paragraph, 2)]
  const start = `SECTION${Math.floor(paragraph / 5)}\n`.length
  const place = { sectionId: `section-${Math.floor(paragraph / 5)}`, start, second: null }
  return {
    id: `comment-${paragraph}`,
    comment: 'Why?',
    place: { ...place, quote, before: `${before} `, after: ` ${after}` },
  }
})

/**
 * Gives headings and paragraphs the same size, so that lines wrap alike in both editors. A system font needs no
 * loading.
 */
const alike = `
  .walk { font-family: sans-serif; font-kerning: none }
  .walk h2, .walk .dictara-heading, .walk p { all: unset; display: block; min-block-size: 1.6em; contain: none }
  .walk .dictara-heading-tools, .walk h2::before { display: none !important }
`

/* oxlint-disable jsx-a11y/prefer-tag-over-role -- the same kind of element as the editor's */
/** Opens the note in a plain editable element of the browser, without our editor. */
export const openPlain = async () => {
  document.execCommand('defaultParagraphSeparator', false, 'p')
  onTestFinished(() => void document.execCommand('defaultParagraphSeparator', false, 'div'))
  const { host } = mount(
    <>
      <style>{alike}</style>
      <div className="walk dictara-note">
        <div
          className="dictara-note-text"
          contentEditable
          suppressContentEditableWarning
          role="textbox"
          aria-label="plain"
        >
          {note.flatMap(({ id, heading, content }) => [
            <h2 key={id}>{heading.customUIHeading}</h2>,
            ...content.map(({ value }) => <p key={`${id} ${value}`}>{value}</p>),
          ])}
        </div>
      </div>
    </>,
  )
  await until(() => expect(host.querySelector('[role=textbox]')).not.toBeNull())
  return host.querySelector('[role=textbox]') as HTMLElement
}

/** Opens the note in our editor, with autosave, drafts, spoken words and pushes of the server. */
export const openOurs = async (seed: number) => {
  const random = randomOf(seed)
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
        newSectionsId: sections
          .filter(({ id }) => id.startsWith('new-'))
          .map(({ id }) => ({ temporaryId: id, id: `stored-${id}` })),
      }
    },
    // A real browser store also answers with a delay.
    onDraft: () => new Promise((resolve) => setTimeout(resolve, 3)),
    onStatus: () => undefined,
  })
  const shown = (words: readonly RecognisedWord[]) => (
    <>
      <style>{alike}</style>
      <div className="walk">
        <NoteEditor
          sections={note}
          systemHeadings={['PLAN']}
          words={words}
          editable
          onChange={(change) => autosave.edit(change)}
          ref={handle}
        />
      </div>
    </>
  )
  const { host, render } = mount(shown(recognised))
  await until(() => expect(host.querySelectorAll('.dictara-unsure').length).toBeGreaterThan(3))
  const editor = handle.current as NoteHandle
  const root = host.querySelector('[role=textbox]') as HTMLElement
  let seconds = 0
  const happenings = [
    () => editor.showSpoken((seconds += 0.4)),
    () => render(shown([...recognised])),
    () => editor.replaceSection(random.oneOf(editor.currentSections())),
    () => autosave.saveNow(),
    () => editor.showComments(comments.slice(random.below(comments.length))),
    () => window.dispatchEvent(new Event('resize')),
    () => editor.flush(),
  ]
  const timer = setInterval(() => random.oneOf(happenings)(), 5)
  const stop = () => {
    clearInterval(timer)
    autosave.stop()
  }
  return { root, editor, stop }
}

/** Opens the same editor without a recording, saves or pushes, so that only the person changes the note. */
export const openAlone = async () => {
  const handle: { current: NoteHandle | null } = { current: null }
  const { host } = mount(
    <>
      <style>{alike}</style>
      <div className="walk">
        <NoteEditor sections={note} systemHeadings={['PLAN']} editable ref={handle} />
      </div>
    </>,
  )
  await until(() => expect(handle.current).not.toBeNull())
  return {
    root: host.querySelector('[role=textbox]') as HTMLElement,
    editor: handle.current as NoteHandle,
    stop: (): void => undefined,
  }
}
