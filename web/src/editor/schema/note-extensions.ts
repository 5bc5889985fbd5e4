import { Extension, type Extensions } from '@tiptap/core'
import type { Plugin } from '@tiptap/pm/state'
import { blankKeeper } from './blank-keeper.ts'
import { blankMark } from './blank-mark.ts'
import { type BlankListeners, blankTravel } from './blanks.ts'
import type { HeadingHints } from './heading-hints.ts'
import { noteKeys, type SoundKeys } from './note-keys.ts'
import { noteMarks } from './note-marks.ts'
import { noteNodes } from './note-nodes.ts'
import { sectionKeeper } from './section-keeper.ts'
import { sectionTravel } from './section-moves.ts'
import { type UseSectionTool, sectionTools } from './section-tools.ts'

export interface NoteParts extends SoundKeys {
  /** Ids that sections of this note have had. */
  knownIds: Set<string>
  useTool: UseSectionTool
  hints: HeadingHints
  blanks: BlankListeners
  wordPlugins: Plugin[]
  /** The list of phrases at the caret, with its keys. */
  phrasePlugin: Plugin
}

/** All extensions of a note's editor: no input rules, no lists, no links (EDIT-56). */
export const noteExtensions = ({
  knownIds,
  useTool,
  hints,
  blanks,
  wordPlugins,
  phrasePlugin,
  ...keys
}: NoteParts): Extensions => [
  ...noteNodes,
  ...noteMarks,
  blankMark,
  Extension.create({
    name: 'noteBlanks',
    // Before the note's keys: Enter at a selected blank requests its field.
    priority: 1100,
    addProseMirrorPlugins: () => [blankTravel(blanks)],
  }),
  Extension.create({
    name: 'notePhrases',
    // Before the arrows of the text, and before Enter at a blank: an open list uses these keys.
    priority: 1200,
    addProseMirrorPlugins: () => [phrasePlugin],
  }),
  noteKeys(keys, blanks.onRefused),
  Extension.create({
    name: 'noteSections',
    addProseMirrorPlugins: () => [
      sectionKeeper(knownIds),
      blankKeeper(blanks.onRefused),
      sectionTravel(),
      sectionTools(useTool, hints),
      ...wordPlugins,
    ],
  }),
]
