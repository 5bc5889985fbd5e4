import type { Section } from '@dictara/contract/notes'
import type { Node } from '@tiptap/pm/model'
import { type EditorState, Plugin, PluginKey, TextSelection } from '@tiptap/pm/state'
import { DecorationSet, type EditorView } from '@tiptap/pm/view'
import { noteToDocument, type SectionBlocks, sectionsOf } from '../note-document.ts'
import { isSameMarks, redraw } from '../redraw.ts'
import { readCaret } from '../schema/caret-first.ts'
import { leadSeconds } from '../words/word-sync.ts'
import { changeMarks } from './draw-changes.ts'
import { type TextChange, textChanges } from './text-changes.ts'
import { whenQuiet } from '../when-quiet.ts'

/** Number of places that differ from the compared stage, and which of them the person went to. */
export interface ChangeFigures {
  readonly changes: number
  readonly looked: number
}

interface NamedChange extends TextChange {
  /** Identifies a change, wherever the text around it moves. */
  readonly name: string
}

interface ChangeListeners {
  onHear(seconds: number, until?: number): void
  onAnnounce(text: string): void
  secondsAt(doc: Node, pos: number): number | undefined
  secondsUntil(doc: Node, from: number, to: number): number | undefined
}

/** How long after the change its playback ends. */
const tailSeconds = 0.5

const drawn = new PluginKey<DecorationSet>('noteChanges')

const textOf = ({ blocks }: SectionBlocks) => blocks.map(({ textContent }) => textContent).join('\n')

/** The blocks of a section with positions relative to the section's beginning, so that they hold wherever it stands. */
const placed = ({ blocks }: SectionBlocks) => {
  let start = 1
  return blocks.map((block) => {
    const at = { text: block.textContent, start }
    start += block.nodeSize
    return at
  })
}

const isSameSection = (one: SectionBlocks, other: SectionBlocks | undefined) =>
  one.blocks.length === other?.blocks.length && one.blocks.every((block, index) => block === other.blocks[index])

/** The changes of a note from one of its stages; a section is compared again only after somebody typed in it. */
const createComparison = (stage: readonly SectionBlocks[]) => {
  const stageOf = new Map(stage.map((section) => [section.id, section]))
  const known = new Map<string, { section: SectionBlocks; changes: readonly TextChange[] }>()
  const isKnown = (section: SectionBlocks) => isSameSection(section, known.get(section.id)?.section)
  const compare = (section: SectionBlocks) => {
    const before = stageOf.get(section.id)
    known.set(section.id, { section, changes: textChanges(before ? placed(before) : [], placed(section)) })
  }
  /** A deleted section is shown at the end of the section before it. */
  const goneAfter = (id: string | undefined, ids: ReadonlySet<string>) => {
    const first = id === undefined ? 0 : stage.findIndex((section) => section.id === id) + 1
    const end = stage.findIndex((section, index) => index >= first && ids.has(section.id))
    if (id !== undefined && first === 0) return ''
    return stage
      .slice(first, end < 0 ? stage.length : end)
      .map((section) => `\n${textOf(section)}`)
      .join('')
  }
  return {
    /** Compares one more section. @returns whether another one is left */
    step: (doc: Node) => {
      const section = sectionsOf(doc).find((each) => !isKnown(each))
      if (section) compare(section)
      return section !== undefined
    },
    changesOf: (doc: Node): NamedChange[] => {
      const sections = sectionsOf(doc)
      const ids = new Set(sections.map(({ id }) => id))
      const seen = new Map<string, number>()
      const all: NamedChange[] = []
      const add = (id: string, change: TextChange) => {
        const what = JSON.stringify([id, change.taken, change.added])
        seen.set(what, (seen.get(what) ?? 0) + 1)
        all.push({ ...change, name: `${what}${seen.get(what)}` })
      }
      const first = goneAfter(undefined, ids)
      if (first) add('', { from: 1, to: 1, taken: `${first.trimStart()}\n`, added: '' })
      for (const section of sections) {
        const { from, to, id } = section
        const changes = known.get(id)?.changes ?? []
        const gone = goneAfter(id, ids)
        const last = changes.at(-1)
        const isAtEnd = last !== undefined && from + last.from === to - 1
        for (const change of isAtEnd && gone ? changes.slice(0, -1) : changes)
          add(id, { ...change, from: from + change.from, to: from + change.to })
        if (gone) add(id, { from: to - 1, to: to - 1, taken: (isAtEnd ? last.taken : '') + gone, added: '' })
      }
      return all
    },
  }
}

const told = ({ taken, added }: TextChange) =>
  [added.trim() && `added “${added.trim()}”`, taken.trim() && `removed “${taken.trim()}”`].filter(Boolean).join(', ')

const beside = (changes: readonly NamedChange[], { selection: { from, to } }: EditorState, by: -1 | 1) => {
  const isHere = (change: TextChange) => change.from === from && change.to === to
  return by > 0
    ? (changes.find((change) => change.from >= from && !isHere(change)) ?? changes[0])
    : (changes.findLast((change) => change.from < from) ?? changes.at(-1))
}

/**
 * Marks in a note what has changed since one of its stages. The marks move with every edit and are computed again once
 * typing pauses.
 */
export const createNoteChanges = ({ onHear, onAnnounce, secondsAt, secondsUntil }: ChangeListeners) => {
  let comparison: ReturnType<typeof createComparison> | undefined
  let tell: (figures: ChangeFigures) => void = () => {}
  const looked = new Set<string>()

  const show = (view: EditorView, changes: readonly NamedChange[]) => {
    const { doc } = view.state
    const marks = changeMarks(doc, changes)
    const before = drawn.getState(view.state) ?? DecorationSet.empty
    if (!isSameMarks(marks, before.find())) redraw(view, (tr) => tr.setMeta(drawn, DecorationSet.create(doc, marks)))
    tell({ changes: changes.length, looked: changes.filter(({ name }) => looked.has(name)).length })
  }
  const settle = (view: EditorView) => {
    const { doc } = readCaret(view)
    while (comparison?.step(doc));
    const changes = comparison?.changesOf(doc) ?? []
    show(view, changes)
    return changes
  }
  const plugin = new Plugin<DecorationSet>({
    key: drawn,
    state: {
      init: () => DecorationSet.empty,
      apply: (tr, marks) => tr.getMeta(drawn) ?? (tr.docChanged ? marks.map(tr.mapping, tr.doc) : marks),
    },
    props: { decorations: (state) => drawn.getState(state) },
    view: (view) => {
      const quiet = whenQuiet(view, () => {
        if (comparison?.step(view.state.doc)) return true
        settle(view)
        return false
      })
      return {
        update: ({ state }, before) => {
          if (comparison && state.doc !== before.doc) quiet.ask()
        },
        destroy: quiet.end,
      }
    },
  })
  return {
    plugin,
    /** Marks the differences from these sections, or removes the marks; calls `listener` with their number. */
    compareWith: (
      view: EditorView,
      sections: readonly Section[] | null,
      listener: (figures: ChangeFigures) => void,
    ) => {
      looked.clear()
      tell = listener
      const stage = sections && view.state.schema.nodeFromJSON(noteToDocument(sections))
      comparison = stage ? createComparison(sectionsOf(stage)) : undefined
      settle(view)
    },
    /** Selects the next or previous change, plays its sound, and announces it. */
    walk: (view: EditorView, by: -1 | 1) => {
      const changes = settle(view)
      const change = beside(changes, view.state, by)
      if (!change) {
        onAnnounce('No changes.')
        return false
      }
      const { doc, tr } = view.state
      view.dispatch(tr.setSelection(TextSelection.create(doc, change.from, change.to)).scrollIntoView())
      looked.add(change.name)
      show(view, changes)
      onAnnounce(`Change ${changes.indexOf(change) + 1} of ${changes.length}: ${told(change)}`)
      const seconds = secondsAt(doc, change.from)
      const until = secondsUntil(doc, change.from, change.to)
      if (seconds !== undefined) onHear(Math.max(0, seconds - leadSeconds), until && until + tailSeconds)
      return true
    },
  }
}
