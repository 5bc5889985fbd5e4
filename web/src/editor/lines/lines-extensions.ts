import { Extension, type Extensions, Node } from '@tiptap/core'
import { baseKeymap, splitBlock } from '@tiptap/pm/commands'
import { history, redo, undo } from '@tiptap/pm/history'
import { keymap } from '@tiptap/pm/keymap'
import { noteMarks } from '../schema/note-marks.ts'

const nodes = [
  Node.create({ name: 'doc', topNode: true, content: 'paragraph+' }),
  Node.create({ name: 'text', group: 'inline' }),
  Node.create({
    name: 'paragraph',
    content: 'text*',
    whitespace: 'pre',
    parseHTML: () => [{ tag: 'p' }],
    renderHTML: () => ['p', 0],
  }),
]

const keys = Extension.create({
  name: 'lineKeys',
  addProseMirrorPlugins: () => [
    history(),
    keymap({ 'Shift-Enter': splitBlock, 'Mod-z': undo, 'Mod-y': redo, 'Shift-Mod-z': redo }),
    keymap(baseKeymap),
  ],
})

/** Lines with the four formats of a note, without anything else. */
export const lineExtensions: Extensions = [...nodes, ...noteMarks, keys]
