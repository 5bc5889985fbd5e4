import { readText, type TextFormat, writeText } from '@dictara/dictation/note-text'
import type { JSONContent } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'

/** Converts text of a note, with line feeds between its lines, to a document of paragraphs. */
export const linesToDocument = (text: string): JSONContent => ({
  type: 'doc',
  content: text.split('\n').map((line) => ({
    type: 'paragraph',
    content: readText(line).map((run) => ({
      type: 'text',
      text: run.text,
      marks: run.formats.map((type) => ({ type })),
    })),
  })),
})

/** Converts a document back to text: one line for each paragraph. */
export const linesOf = (doc: Node): string =>
  doc.children
    .map((paragraph) =>
      writeText(
        paragraph.children.map((node) => ({
          text: node.text ?? '',
          formats: node.marks.map(({ type }) => type.name as TextFormat),
        })),
      ),
    )
    .join('\n')
