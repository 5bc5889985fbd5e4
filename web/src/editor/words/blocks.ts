import type { Node } from '@tiptap/pm/model'

/** A heading or paragraph of the document; `start` is the position of its first character. */
export interface Block {
  readonly node: Node
  readonly start: number
  readonly sectionId: string
}

export const blocksOf = (doc: Node): Block[] => {
  const blocks: Block[] = []
  let sectionId = ''
  doc.forEach((node, offset) => {
    if (node.type.name === 'heading') sectionId = String(node.attrs.sectionId)
    blocks.push({ node, start: offset + 1, sectionId })
  })
  return blocks
}

/** What differs between two documents' blocks once the same blocks at either end are set aside. */
export const changedBlocks = (before: readonly Block[], after: readonly Block[]) => {
  const most = Math.min(before.length, after.length)
  let head = 0
  while (head < most && before[head]?.node === after[head]?.node) head += 1
  let tail = 0
  while (tail < most - head && before.at(-1 - tail)?.node === after.at(-1 - tail)?.node) tail += 1
  return {
    gone: before.slice(head, before.length - tail),
    come: after.slice(head, after.length - tail),
    above: after.slice(0, head),
    below: after.slice(after.length - tail),
  }
}
