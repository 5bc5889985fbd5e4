import type { Node } from '@tiptap/pm/model'
import { Plugin } from '@tiptap/pm/state'
import { Decoration, DecorationSet, type EditorView, type NodeView, type ViewMutationRecord } from '@tiptap/pm/view'
import type { HeadingHints } from './heading-hints.ts'
import { headingAtCaret } from './section-moves.ts'

export type SectionTool = 'up' | 'down' | 'delete'

const tools: { tool: SectionTool; label: string; sign: string }[] = [
  { tool: 'up', label: 'Move section up', sign: '↑' },
  { tool: 'down', label: 'Move section down', sign: '↓' },
  { tool: 'delete', label: 'Delete section', sign: '×' },
]

const makeBar = (use: (tool: SectionTool) => void) => {
  const bar = document.createElement('span')
  bar.className = 'dictara-heading-tools'
  bar.contentEditable = 'false'
  for (const { tool, sign } of tools) {
    const button = document.createElement('button')
    button.type = 'button'
    button.textContent = sign
    button.addEventListener('click', () => use(tool))
    bar.append(button)
  }
  return bar
}

/**
 * A heading with its tools, which stand there only while the caret is in its section or the pointer on it: a note has dozens of
 * sections, and the browser goes through the buttons of all of them at every key (0.4 ms, bench/src/typing.ts). Only those of the
 * section at the caret can be tabbed to.
 */
class HeadingView implements NodeView {
  readonly dom = document.createElement('div')
  readonly contentDOM = document.createElement('h2')
  private bar: HTMLElement | undefined
  private node: Node
  private isCurrent = false
  private isPointed = false
  private readonly use: (tool: SectionTool, id: string) => void
  private readonly hints: HeadingHints
  private readonly unwatch: () => void

  constructor(
    node: Node,
    decorations: readonly Decoration[],
    use: (tool: SectionTool, id: string) => void,
    hints: HeadingHints,
  ) {
    this.node = node
    this.use = use
    this.dom.className = 'dictara-heading'
    this.dom.append(this.contentDOM)
    this.dom.addEventListener('pointerenter', () => this.point(true))
    this.dom.addEventListener('pointerleave', () => this.point(false))
    this.hints = hints
    this.unwatch = hints.watch(() => this.showHint())
    this.show(decorations)
  }

  private point(isPointed: boolean) {
    this.isPointed = isPointed
    this.showTools()
  }

  private show(decorations: readonly Decoration[]) {
    this.dom.dataset.sectionId = String(this.node.attrs.sectionId)
    this.isCurrent = decorations.some((decoration) => decoration.spec.isCurrent)
    this.showTools()
    this.showHint()
  }

  /** What the template wants to stand here. */
  private showHint() {
    const hint = this.hints.of(this.node.textContent)
    if (this.contentDOM.title === hint) return
    this.contentDOM.title = hint
    this.contentDOM.setAttribute('aria-description', hint)
  }

  private showTools() {
    if (!this.isCurrent && !this.isPointed) {
      this.bar?.remove()
      this.bar = undefined
      return
    }
    if (!this.bar) {
      this.bar = makeBar((tool) => this.use(tool, String(this.node.attrs.sectionId)))
      this.dom.append(this.bar)
    }
    const name = this.node.textContent.trim() || 'without heading'
    for (const [index, button] of [...this.bar.querySelectorAll('button')].entries()) {
      const label = `${tools[index]?.label} ${name}`
      if (button.ariaLabel === label && button.tabIndex === (this.isCurrent ? 0 : -1)) continue
      button.ariaLabel = label
      button.title = label
      button.tabIndex = this.isCurrent ? 0 : -1
    }
  }

  update(node: Node, decorations: readonly Decoration[]) {
    if (node.type !== this.node.type) return false
    this.node = node
    this.show(decorations)
    return true
  }

  stopEvent = (event: Event) => event.target instanceof Element && Boolean(this.bar?.contains(event.target))
  ignoreMutation = (change: ViewMutationRecord) =>
    change.type === 'attributes' || !this.contentDOM.contains(change.target)

  destroy() {
    this.unwatch()
  }
}

export type UseSectionTool = (tool: SectionTool, id: string, view: EditorView) => void

/** Move up, move down and delete beside every heading; `use` is told which and of which section. */
export const sectionTools = (use: UseSectionTool, hints: HeadingHints) => {
  let drawn: { node: Node; from: number; marks: DecorationSet } | undefined
  return new Plugin({
    props: {
      nodeViews: {
        heading: (node, view, _getPos, decorations) =>
          new HeadingView(node, decorations, (tool, id) => use(tool, id, view), hints),
      },
      decorations: (state) => {
        const { node, from } = headingAtCaret(state)
        if (drawn?.node !== node || drawn.from !== from) {
          const current = Decoration.node(from, from + node.nodeSize, { class: 'is-current' }, { isCurrent: true })
          drawn = { node, from, marks: DecorationSet.create(state.doc, [current]) }
        }
        return drawn.marks
      },
    },
  })
}
