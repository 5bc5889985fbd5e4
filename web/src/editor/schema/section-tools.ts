import type { Node as NoteNode } from '@tiptap/pm/model'
import { Plugin } from '@tiptap/pm/state'
import { Decoration, DecorationSet, type EditorView, type NodeView, type ViewMutationRecord } from '@tiptap/pm/view'
import type { HeadingHints } from './heading-hints.ts'
import { headingAtCaret } from './section-moves.ts'

export type SectionTool = 'up' | 'down' | 'delete'

const icons = {
  up: 'm5 12 7-7 7 7M12 19V5',
  down: 'M12 5v14m7-7-7 7-7-7',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
}

/** Built without React, since the note contains none. */
function makeIcon(path: string): SVGElement {
  const icon = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  icon.setAttribute('viewBox', '0 0 24 24')
  icon.setAttribute('aria-hidden', 'true')
  icon.append(document.createElementNS('http://www.w3.org/2000/svg', 'path'))
  icon.firstElementChild!.setAttribute('d', path)
  return icon
}

function makeButton(content: SVGElement | string, use: () => void): HTMLButtonElement {
  const button = document.createElement('button')
  button.type = 'button'
  // Moving up and down has keys; Tab reaches only the tools without keys.
  button.tabIndex = -1
  button.append(content)
  button.addEventListener('click', use)
  return button
}

/** The tools beside one heading. Delete is behind another button, so that a slip beside the arrows deletes nothing. */
function makeTools(use: (tool: SectionTool) => void) {
  const bar = document.createElement('span')
  bar.className = 'dictara-heading-tools'
  bar.contentEditable = 'false'
  const open = (isOpen: boolean) => {
    remove.hidden = !isOpen
    more.ariaExpanded = String(isOpen)
  }
  const up = makeButton(makeIcon(icons.up), () => use('up'))
  const down = makeButton(makeIcon(icons.down), () => use('down'))
  const more = makeButton(makeIcon(icons.more), () => {
    open(remove.hidden === true)
    if (!remove.hidden) remove.focus()
  })
  const remove = makeButton('Delete section', () => {
    open(false)
    use('delete')
  })
  remove.className = 'dictara-delete-section'
  open(false)
  bar.append(up, down, more, remove)
  bar.addEventListener('focusout', ({ relatedTarget }) => {
    if (!(relatedTarget instanceof Node && bar.contains(relatedTarget))) open(false)
  })
  bar.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape' || remove.hidden) return
    more.focus()
    open(false)
  })
  return {
    bar,
    /** @param isCurrent whether the caret is in the section: Tab reaches only its tools */
    name(section: string, isCurrent: boolean) {
      const labels: [HTMLButtonElement, string][] = [
        [up, `Move section up ${section}`],
        [down, `Move section down ${section}`],
        [more, `More for section ${section}`],
        [remove, `Delete section ${section}`],
      ]
      for (const [button, label] of labels) if (button.ariaLabel !== label) button.ariaLabel = button.title = label
      more.tabIndex = isCurrent ? 0 : -1
    },
  }
}

/**
 * A heading with its tools. They exist only while the caret is in its section or the pointer is on it: a note has
 * dozens of sections, and the browser would process all their buttons at every key (0.4 ms, bench/src/typing.ts). Tab
 * reaches only those of the caret's section.
 */
class HeadingView implements NodeView {
  readonly dom = document.createElement('div')
  readonly contentDOM = document.createElement('h2')
  private tools: ReturnType<typeof makeTools> | undefined
  private node: NoteNode
  private isCurrent = false
  private isPointed = false
  private readonly use: (tool: SectionTool, id: string) => void
  private readonly hints: HeadingHints
  private readonly unwatch: () => void

  constructor(
    node: NoteNode,
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
    this.showEmpty()
    this.showHint()
  }

  /** Shows what the template wants under this heading. */
  private showHint() {
    const hint = this.hints.of(this.node.textContent)
    if (this.contentDOM.title === hint) return
    this.contentDOM.title = hint
    this.contentDOM.setAttribute('aria-description', hint)
  }

  private showTools() {
    if (!this.isCurrent && !this.isPointed) {
      this.tools?.bar.remove()
      this.tools = undefined
      return
    }
    if (!this.tools) {
      this.tools = makeTools((tool) => this.use(tool, String(this.node.attrs.sectionId)))
      this.dom.append(this.tools.bar)
    }
    this.tools.name(this.node.textContent.trim() || 'without heading', this.isCurrent)
  }

  /** Gives an empty heading a label, since a screen reader would otherwise read nothing. */
  private showEmpty() {
    if (this.node.textContent.trim() !== '') this.contentDOM.removeAttribute('aria-label')
    else if (!this.contentDOM.ariaLabel) this.contentDOM.ariaLabel = 'Section without heading'
  }

  update(node: NoteNode, decorations: readonly Decoration[]) {
    if (node.type !== this.node.type) return false
    this.node = node
    this.show(decorations)
    return true
  }

  stopEvent = (event: Event) => event.target instanceof Element && Boolean(this.tools?.bar.contains(event.target))
  ignoreMutation = (change: ViewMutationRecord) =>
    change.type === 'attributes' || !this.contentDOM.contains(change.target)

  destroy() {
    this.unwatch()
  }
}

export type UseSectionTool = (tool: SectionTool, id: string, view: EditorView) => void

/** Move up, move down and delete beside each heading; calls `use` with the tool and the section. */
export const sectionTools = (use: UseSectionTool, hints: HeadingHints) => {
  let drawn: { node: NoteNode; from: number; marks: DecorationSet } | undefined
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
