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

/** How many blocks two documents share at their start and at their end; runs at every key, so it allocates nothing. */
export const sharedEnds = (before: Node, after: Node) => {
  const most = Math.min(before.childCount, after.childCount)
  let head = 0
  while (head < most && before.child(head) === after.child(head)) head += 1
  let tail = 0
  const [lastBefore, lastAfter] = [before.childCount - 1, after.childCount - 1]
  while (tail < most - head && before.child(lastBefore - tail) === after.child(lastAfter - tail)) tail += 1
  return { head, tail }
}

/** Calls `visit` for the children `from` up to `to`, with the position of their first character. */
export const eachBlock = (doc: Node, from: number, to: number, visit: (node: Node, start: number) => void) => {
  let start = 1
  for (let index = 0; index < to; index += 1) {
    const node = doc.child(index)
    if (index >= from) visit(node, start)
    start += node.nodeSize
  }
}
