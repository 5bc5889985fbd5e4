import type { TextFormat } from '@dictara/dictation/note-text'
import { Mark } from '@tiptap/core'

interface FormatOfNote {
  name: TextFormat
  tag: string
  key: string
  parsed: readonly string[]
  /** The same format as a CSS style, as word processors paste it. */
  style: string
  isStyle: (value: string) => boolean
}

const formats: FormatOfNote[] = [
  {
    name: 'bold',
    tag: 'b',
    key: 'Mod-b',
    parsed: ['b', 'strong'],
    style: 'font-weight',
    isStyle: (value) => /^(bold(er)?|[6-9]\d\d)$/.test(value),
  },
  {
    name: 'italic',
    tag: 'i',
    key: 'Mod-i',
    parsed: ['i', 'em'],
    style: 'font-style',
    isStyle: (value) => /^(italic|oblique)/.test(value),
  },
  {
    name: 'underline',
    tag: 'u',
    key: 'Mod-u',
    parsed: ['u'],
    style: 'text-decoration',
    isStyle: (value) => value.includes('underline'),
  },
  {
    name: 'strike',
    tag: 's',
    key: 'Mod-Shift-s',
    parsed: ['s', 'strike', 'del'],
    style: 'text-decoration',
    isStyle: (value) => value.includes('line-through'),
  },
]

/** Bold, italic, underline and strike: the only inline formats of a note (EDIT-08, EDIT-56). */
export const noteMarks = formats.map((format) =>
  Mark.create({
    name: format.name,
    parseHTML: () => [
      // Google Docs wraps everything it copies in a <b style="font-weight: normal">.
      ...format.parsed.map((tag) => ({
        tag,
        getAttrs: (element: HTMLElement) => (element.style.fontWeight === 'normal' ? false : null),
      })),
      { style: format.style, getAttrs: (value: string) => (format.isStyle(value) ? null : false) },
    ],
    renderHTML: () => [format.tag, 0],
    addKeyboardShortcuts() {
      return { [format.key]: () => this.editor.commands.toggleMark(format.name) }
    },
  }),
)
