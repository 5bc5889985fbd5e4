import type { RecognisedWord, Section } from '@dictara/contract/notes'
import { placeOf } from '@dictara/web/src/editor/review/comment-places.ts'

const vocabulary =
  'patient denies chest pain and reports mild shortness of breath on exertion with no fever chills nausea vomiting blood pressure is stable heart regular lungs clear abdomen soft continue metoprolol aspirin follow up in two weeks'.split(
    ' ',
  )
const wordCount = 10_000
const paragraphWords = 80
const sectionParagraphs = 3

const wordAt = (index: number) => vocabulary[(index * 7 + Math.floor(index / 11)) % vocabulary.length] ?? 'and'
const paragraphs = Array.from({ length: wordCount / paragraphWords }, (_, at) =>
  Array.from({ length: paragraphWords }, (_each, index) => wordAt(at * paragraphWords + index)).join(' '),
)
export const sections: Section[] = Array.from(
  { length: Math.ceil(paragraphs.length / sectionParagraphs) },
  (_, index) => ({
    id: `section-${index}`,
    version: 1,
    heading: { customUIHeading: `SECTION ${index}`, systemHeading: 'NONE' },
    content: paragraphs
      .slice(index * sectionParagraphs, (index + 1) * sectionParagraphs)
      .map((value) => ({ value, type: 'Text', newParagraph: true, count: 0 })),
  }),
)
/** The words of the note. Every eleventh is unsure, as measured with the recogniser. */
export const words: RecognisedWord[] = Array.from({ length: wordCount }, (_, index) => ({
  word: wordAt(index),
  start: index * 0.4,
  end: index * 0.4 + 0.3,
  confidence: index % 11 === 0 ? 0.3 : 0.95,
}))

/** Comments on two words of every other section. One comment is in the paragraph in which the benchmark types. */
export const comments = sections.flatMap(({ id, heading, content }, index) => {
  const text = [heading.customUIHeading, ...content.map(({ value }) => value)].join('\n')
  const place = placeOf({ id, text }, 20, 32)
  return index % 2 === 0 && place ? [{ id, comment: 'Why?', place: { ...place, second: null } }] : []
})

/** The milliseconds from each key to its paint. */
export const measured: number[] = []
const channel = new MessageChannel()
let pressed = 0
channel.port1.onmessage = () => measured.push(performance.now() - pressed)
/** Measures from the time stamp of a key to the first task after the frame that shows it. */
addEventListener(
  'keydown',
  (event) => {
    pressed = event.timeStamp
    requestAnimationFrame(() => channel.port2.postMessage(null))
  },
  { capture: true },
)

/** Sets the caret in the middle of the note. */
export const ready = () => {
  const editor = document.querySelector<HTMLElement>('[contenteditable=true]')
  const paragraph = editor?.querySelectorAll('p')[60]
  const nodes = paragraph ? document.createTreeWalker(paragraph, NodeFilter.SHOW_TEXT) : undefined
  let offset = 200
  let text = nodes?.nextNode() ?? null
  while (text && (text.textContent?.length ?? 0) < offset) {
    offset -= text.textContent?.length ?? 0
    text = nodes?.nextNode() ?? null
  }
  if (!editor || !text) return false
  editor.focus()
  getSelection()?.collapse(text, offset)
  text.parentElement?.scrollIntoView({ block: 'center' })
  return true
}
