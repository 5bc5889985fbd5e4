import { Extension, type Extensions } from '@tiptap/core'
import type { Plugin } from '@tiptap/pm/state'
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
  wordPlugins: Plugin[]
}

/** Everything a note's editor is made of, and nothing else: no input rules, no lists, no links (EDIT-56). */
export const noteExtensions = ({ knownIds, useTool, wordPlugins, ...keys }: NoteParts): Extensions => [
  ...noteNodes,
  ...noteMarks,
  noteKeys(keys),
  Extension.create({
    name: 'noteSections',
    addProseMirrorPlugins: () => [sectionKeeper(knownIds), sectionTravel(), sectionTools(useTool), ...wordPlugins],
  }),
]
