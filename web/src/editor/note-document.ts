import type { Section, SectionContent } from '@dictara/contract/notes'
import { readText, type Run, storedHeading, type TextFormat, writeText } from '@dictara/dictation/note-text'
import type { JSONContent } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { blankMarkOf, blankOfMark } from './schema/blank-mark.ts'
import { defaultSection } from './sections.ts'

const paragraph = (value: string, newParagraph: boolean): JSONContent => ({
  type: 'paragraph',
  attrs: { newParagraph },
  content: readText(value).map(({ text, formats, blank }) => ({
    type: 'text',
    text,
    marks: [...formats.map((type) => ({ type })), ...(blank ? [{ type: 'blank', attrs: { ...blank } }] : [])],
  })),
})

const emptyLine: SectionContent = { value: '', type: 'Text', newParagraph: true, count: 0 }

const sectionToBlocks = ({ id, heading, content }: Section): JSONContent[] => [
  {
    type: 'heading',
    attrs: { sectionId: id },
    content: heading.customUIHeading ? [{ type: 'text', text: heading.customUIHeading }] : [],
  },
  // A section without text gets an empty line to type in.
  ...(content.length ? content : [emptyLine]).flatMap(({ value, count, newParagraph }) => [
    ...Array.from({ length: count }, () => paragraph('', true)),
    paragraph(value, newParagraph),
  ]),
]

/** Converts a note to the editor's document; a note without sections gets the default one (EDIT-32). */
export const noteToDocument = (sections: readonly Section[]): JSONContent => ({
  type: 'doc',
  content: (sections.length ? sections : [defaultSection()]).flatMap(sectionToBlocks),
})

/** A section in the document: its heading node, then its paragraphs. */
export interface SectionBlocks {
  readonly id: string
  /** Position directly before the heading. */
  readonly from: number
  readonly to: number
  readonly blocks: readonly Node[]
}

/** Splits the document into sections: each heading with the blocks that follow it. */
export const sectionsOf = (doc: Node): SectionBlocks[] => {
  const sections: { id: string; from: number; to: number; blocks: Node[] }[] = []
  doc.forEach((block, offset) => {
    const end = offset + block.nodeSize
    const last = sections.at(-1)
    if (block.type.name === 'heading' || !last) {
      sections.push({ id: String(block.attrs.sectionId ?? ''), from: offset, to: end, blocks: [block] })
    } else {
      last.blocks.push(block)
      last.to = end
    }
  })
  return sections
}

const runsOf = (block: Node) => {
  const runs: Run[] = []
  for (const node of block.children) {
    const mark = blankMarkOf(node)
    const blank = mark && blankOfMark(mark)
    // Formats may split the letters of one blank.
    if (blank && blank.id === runs.at(-1)?.blank?.id) continue
    const formats = node.marks.flatMap(({ type }) => (type === mark?.type ? [] : [type.name as TextFormat]))
    runs.push({ text: node.text ?? '', formats, ...(blank ? { blank } : {}) })
  }
  return runs
}

const valueOf = (block: Node) => writeText(runsOf(block))

/** Whether these paragraphs are only the empty line of a section without text. */
export const isEmptyLine = (paragraphs: readonly Node[]) => paragraphs.length === 1 && paragraphs[0]?.content.size === 0

/**
 * Converts paragraphs to wire content. An empty one becomes a blank line before the next; those at the end keep an
 * empty value.
 */
const blocksToContent = (blocks: readonly Node[]): SectionContent[] => {
  if (isEmptyLine(blocks)) return []
  const content: SectionContent[] = []
  let blankLines = 0
  for (const [index, block] of blocks.entries()) {
    const isLast = index === blocks.length - 1
    if (block.content.size === 0 && !isLast) {
      blankLines += 1
      continue
    }
    content.push({ value: valueOf(block), type: 'Text', newParagraph: block.attrs.newParagraph, count: blankLines })
    blankLines = 0
  }
  return content
}

/** The wire section for a part of the document; `origin` is the section as received from the server. */
export const sectionFromBlocks = (
  { id, blocks: [heading, ...paragraphs] }: SectionBlocks,
  systemHeadings: readonly string[],
  origin?: Section,
): Section => ({
  id,
  ...(origin?.version === undefined ? {} : { version: origin.version }),
  heading: storedHeading(heading?.textContent ?? '', systemHeadings, origin?.heading),
  content: blocksToContent(paragraphs),
})

/** Converts every section of the document to its wire form. */
export const documentToNote = (
  doc: Node,
  systemHeadings: readonly string[],
  origins: ReadonlyMap<string, Section> = new Map(),
): Section[] => sectionsOf(doc).map((section) => sectionFromBlocks(section, systemHeadings, origins.get(section.id)))
