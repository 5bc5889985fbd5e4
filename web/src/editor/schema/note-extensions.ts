import { Extension, type Extensions } from '@tiptap/core'
import type { Command, Plugin } from '@tiptap/pm/state'
import { noteKeys } from './note-keys.ts'
import { noteMarks } from './note-marks.ts'
import { noteNodes } from './note-nodes.ts'
import { sectionKeeper } from './section-keeper.ts'
import { sectionTravel } from './section-moves.ts'
import { type UseSectionTool, sectionTools } from './section-tools.ts'

export interface NoteParts {
  /** Ids that sections of this note have had. */
  knownIds: Set<string>
  useTool: UseSectionTool
  /** Plays from the caret. */
  hear: Command
  wordPlugins: Plugin[]
}

/** Everything a note's editor is made of, and nothing else: no input rules, no lists, no links (EDIT-56). */
export const noteExtensions = ({ knownIds, useTool, hear, wordPlugins }: NoteParts): Extensions => [
  ...noteNodes,
  ...noteMarks,
  noteKeys(hear),
  Extension.create({
    name: 'noteSections',
    addProseMirrorPlugins: () => [sectionKeeper(knownIds), sectionTravel(), sectionTools(useTool), ...wordPlugins],
  }),
]
