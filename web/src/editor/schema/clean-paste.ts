import { Fragment, Slice } from '@tiptap/pm/model'
import type { EditorProps } from '@tiptap/pm/view'

const blockTags = new Set(
  'address article aside blockquote dd div dl dt fieldset figure footer form header hr li main nav ol p pre section table td th tr ul'.split(
    ' ',
  ),
)
const droppedTags = new Set('head style script title meta link template noscript object iframe svg math xml'.split(' '))
/** Elements that make a format, kept for the schema's own rules. */
const formatTags = new Set(['b', 'strong', 'i', 'em', 'u', 's', 'strike', 'del'])
const formatStyles = ['font-weight', 'font-style', 'text-decoration']

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/** Attributes of this editor's blanks in copied HTML. */
const blankAttributes = ['data-blank', 'data-second', 'data-question']

const wrapped = (element: HTMLElement, text: string) => {
  if (element.hasAttribute('data-blank')) {
    const kept = blankAttributes.map((name) => [name, element.getAttribute(name)])
    return `<span${kept.map(([name, value]) => (value === null ? '' : ` ${name}="${escaped(value ?? '')}"`)).join('')}>${text}</span>`
  }
  const tag = element.localName
  const style = formatStyles
    .map((name) => [name, element.style.getPropertyValue(name)])
    .flatMap(([name, value]) => (value ? [`${name}:${value.replace(/["<>&]/g, '')}`] : []))
    .join(';')
  const outer = formatTags.has(tag) ? tag : style ? 'span' : ''
  return outer ? `<${outer}${style ? ` style="${style}"` : ''}>${text}</${outer}>` : text
}

interface PastedBlock {
  tag: 'h2' | 'p'
  sectionId: string | null
  html: string
}

/**
 * The blocks of a pasted tree, in order. `keepsSpaces`: it comes from an editor like this one, not from an HTML page.
 */
const readBlocks = (root: HTMLElement, keepsSpaces: boolean): PastedBlock[] => {
  const blocks: PastedBlock[] = []
  let open: PastedBlock | undefined
  const start = (tag: PastedBlock['tag'], sectionId: string | null = null) => {
    open = { tag, sectionId, html: '' }
    blocks.push(open)
  }
  const addText = (text: string, formats: HTMLElement[]) => {
    if (!open && (!text || (!keepsSpaces && !text.trim()))) return
    if (!open) start('p')
    if (open) open.html += formats.reduceRight((html, element) => wrapped(element, html), escaped(text))
  }
  const walk = (node: ChildNode, formats: HTMLElement[], isPre: boolean) => {
    if (node instanceof Text) {
      const lines = isPre ? node.data.split(/\r?\n/) : [node.data.replace(/[\s\u00a0]+/g, ' ')]
      for (const [index, line] of lines.entries()) {
        if (index > 0) open = undefined
        addText(line, formats)
      }
      return
    }
    if (!(node instanceof HTMLElement) || droppedTags.has(node.localName)) return
    if (node.localName === 'br') {
      // The first break ends the line, each further one is an empty line.
      if (!open) start('p')
      open = undefined
      return
    }
    const isHeading = /^h[1-6]$/.test(node.localName)
    const isBlock = isHeading || blockTags.has(node.localName)
    if (isBlock) open = undefined
    if (isHeading) start('h2', node.getAttribute('data-section-id'))
    if (node.localName === 'p' && !node.textContent?.trim()) start('p')
    else {
      const inside = isBlock ? formats : [...formats, node]
      const isPreInside = isPre || node.localName === 'pre' || node.style.whiteSpace.startsWith('pre')
      for (const child of node.childNodes) walk(child, inside, isPreInside)
    }
    if (isBlock) open = undefined
  }
  for (const child of root.childNodes) walk(child, [], keepsSpaces)
  return blocks
}

/** Reduces pasted HTML (Word, browsers, other editors) to headings and paragraphs with the four formats (EDIT-56). */
export const cleanPastedHtml = (html: string) => {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  const slice = body.querySelector('[data-pm-slice]')?.getAttribute('data-pm-slice')
  return readBlocks(body, Boolean(slice))
    .map(({ tag, sectionId, html: inner }, index) => {
      const id = sectionId ? ` data-section-id="${escaped(sectionId)}"` : ''
      const mark = index === 0 && slice ? ` data-pm-slice="${escaped(slice)}"` : ''
      return `<${tag}${id}${mark}>${slice ? inner : inner.trim()}</${tag}>`
    })
    .join('')
}

/** Pasted plain text: one paragraph for each line, including empty lines. */
export const parsePastedText: NonNullable<EditorProps['clipboardTextParser']> = (text, $context) => {
  const { paragraph } = $context.doc.type.schema.nodes
  if (!paragraph) return Slice.empty
  const { schema } = paragraph
  const lines = text.split(/\r\n?|\n/)
  const marks = $context.marks().filter(({ type }) => type.name !== 'blank')
  const blocks = lines.map((line) => paragraph.create(null, line ? schema.text(line, marks) : null))
  return new Slice(Fragment.from(blocks), 1, 1)
}

/** Pasted blocks that begin with a heading stay blocks: the heading does not join the line at the caret. */
export const keepLeadingHeading = (slice: Slice) =>
  slice.content.childCount > 1 && slice.content.firstChild?.type.name === 'heading'
    ? new Slice(slice.content, 0, slice.openEnd)
    : slice
