import { mergeAttributes, Node } from '@tiptap/core'

/** A note: a sequence of headings and paragraphs; its first block is always a heading (EDIT-10). */
const NoteDocument = Node.create({ name: 'doc', topNode: true, content: 'heading block*' })

const NoteText = Node.create({ name: 'text', group: 'inline' })

/** `newParagraph` false: the paragraph continues the one before, as on the wire (Q123). */
const Paragraph = Node.create({
  name: 'paragraph',
  // Before `heading`, so that ProseMirror fills missing content with paragraphs.
  priority: 1000,
  group: 'block',
  // Not selectable as a whole, as Ctrl+click would do: later typing would replace it.
  selectable: false,
  content: 'text*',
  whitespace: 'pre',
  addAttributes: () => ({
    newParagraph: {
      default: true,
      parseHTML: (element) => !element.hasAttribute('data-continues'),
      renderHTML: ({ newParagraph }) => (newParagraph ? {} : { 'data-continues': '' }),
    },
  }),
  parseHTML: () => [{ tag: 'p' }],
  renderHTML: ({ HTMLAttributes }) => ['p', mergeAttributes(HTMLAttributes), 0],
})

/** Starts a section and has its id, so that the id takes part in every split, move, undo and paste. */
const Heading = Node.create({
  name: 'heading',
  group: 'block',
  selectable: false,
  content: 'text*',
  // Allowed so that a blank joined with a heading is detected and removed (blank-keeper.ts).
  marks: 'blank',
  defining: true,
  addAttributes: () => ({
    sectionId: {
      default: null,
      parseHTML: (element) => element.getAttribute('data-section-id'),
      renderHTML: ({ sectionId }) => (sectionId ? { 'data-section-id': sectionId } : {}),
    },
  }),
  parseHTML: () => ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((tag) => ({ tag })),
  renderHTML: ({ HTMLAttributes }) => ['h2', mergeAttributes(HTMLAttributes), 0],
})

export const noteNodes = [NoteDocument, NoteText, Paragraph, Heading]
