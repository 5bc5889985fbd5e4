import type { Node } from '@tiptap/pm/model'
import { Plugin } from '@tiptap/pm/state'
import { Decoration, DecorationSet, type EditorView, type NodeView, type ViewMutationRecord } from '@tiptap/pm/view'
import { headingAtCaret } from './section-moves.ts'

export type SectionTool = 'up' | 'down' | 'delete'

const tools: { tool: SectionTool; label: string; sign: string }[] = [
  { tool: 'up', label: 'Move section up', sign: '↑' },
  { tool: 'down', label: 'Move section down', sign: '↓' },
  { tool: 'delete', label: 'Delete section', sign: '×' },
]

/** A heading with its tools. Only those of the section at the caret can be tabbed to: a note has dozens of sections. */
class HeadingView implements NodeView {
  readonly dom = document.createElement('div')
  readonly contentDOM = document.createElement('h2')
  private readonly bar = document.createElement('span')
  private readonly buttons: HTMLButtonElement[]
  private node: Node

  constructor(node: Node, decorations: readonly Decoration[], use: (tool: SectionTool, id: string) => void) {
    this.node = node
    this.dom.className = 'dictara-heading'
    this.bar.className = 'dictara-heading-tools'
    this.bar.contentEditable = 'false'
    this.buttons = tools.map(({ tool, sign }) => {
      const button = document.createElement('button')
      button.type = 'button'
      button.textContent = sign
      button.addEventListener('click', () => use(tool, String(this.node.attrs.sectionId)))
      return button
    })
    this.bar.append(...this.buttons)
    this.dom.append(this.contentDOM, this.bar)
    this.show(decorations)
  }

  private show(decorations: readonly Decoration[]) {
    const name = this.node.textContent.trim() || 'without heading'
    const isCurrent = decorations.some((decoration) => decoration.spec.isCurrent)
    this.dom.dataset.sectionId = String(this.node.attrs.sectionId)
    for (const [index, button] of this.buttons.entries()) {
      const label = `${tools[index]?.label} ${name}`
      if (button.ariaLabel === label && button.tabIndex === (isCurrent ? 0 : -1)) continue
      button.ariaLabel = label
      button.title = label
      button.tabIndex = isCurrent ? 0 : -1
    }
  }

  update(node: Node, decorations: readonly Decoration[]) {
    if (node.type !== this.node.type) return false
    this.node = node
    this.show(decorations)
    return true
  }

  stopEvent = (event: Event) => event.target instanceof Element && this.bar.contains(event.target)
  ignoreMutation = (change: ViewMutationRecord) => !this.contentDOM.contains(change.target)
}

export type UseSectionTool = (tool: SectionTool, id: string, view: EditorView) => void

/** Move up, move down and delete beside every heading; `use` is told which and of which section. */
export const sectionTools = (use: UseSectionTool) =>
  new Plugin({
    props: {
      nodeViews: {
        heading: (node, view, _getPos, decorations) =>
          new HeadingView(node, decorations, (tool, id) => use(tool, id, view)),
      },
      decorations: (state) => {
        const { node, from } = headingAtCaret(state)
        const current = Decoration.node(from, from + node.nodeSize, { class: 'is-current' }, { isCurrent: true })
        return DecorationSet.create(state.doc, [current])
      },
    },
  })
