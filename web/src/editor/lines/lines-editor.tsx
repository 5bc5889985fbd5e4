import { type Ref, useEffect, useEffectEvent, useImperativeHandle, useRef, useState } from 'react'
import './lines-editor.css'
import { linesOf, linesToDocument } from './lines-document.ts'
import { LinesToolbar } from './lines-toolbar.tsx'
import { openLines } from './open-lines.ts'

/** Actions that other components can apply to the text. */
export interface LinesHandle {
  focus: () => void
  /** Inserts characters at the caret, replacing the selection. */
  insert: (letters: string) => void
  /** Inserts text of a note, with line feeds between its lines, in the same way. */
  insertText: (text: string) => void
}

interface LinesEditorProps {
  ref?: Ref<LinesHandle>
  label: string
  /** Text of a note (b, i, u, s), with line feeds between its lines. */
  value?: string
  onChange?: (value: string) => void
  isReadOnly?: boolean
  id?: string
  'aria-required'?: boolean | 'true' | 'false'
  'aria-invalid'?: boolean | 'true' | 'false'
  'aria-describedby'?: string
}

const isGiven = (entry: [string, unknown]) => entry[1] !== undefined

/** A field for a few lines of text with the four formats of a note. Works in a `Form.Item` like an input. */
export function LinesEditor({ ref, label, value = '', onChange, isReadOnly = false, ...aria }: LinesEditorProps) {
  const element = useRef<HTMLDivElement>(null)
  const [editor] = useState(() => openLines(value))
  const written = useRef(value)
  const tell = useEffectEvent(() => {
    written.current = linesOf(editor.state.doc)
    onChange?.(written.current)
  })
  useEffect(() => {
    const change = () => tell()
    editor.on('update', change)
    editor.mount(element.current!)
    return () => {
      editor.off('update', change)
      editor.unmount()
    }
  }, [editor])

  const attributes = JSON.stringify({
    class: 'lines-text',
    role: 'textbox',
    tabindex: '0',
    'aria-label': label,
    'aria-multiline': 'true',
    'aria-readonly': String(isReadOnly),
    // Keeps browser extensions from sending the text to their own servers.
    'data-gramm': 'false',
    translate: 'no',
    ...Object.fromEntries(
      Object.entries(aria)
        .filter(isGiven)
        .map(([name, said]) => [name, String(said)]),
    ),
  })
  useEffect(() => {
    const editorProps = { ...editor.options.editorProps, attributes: JSON.parse(attributes) as Record<string, string> }
    editor.setOptions({ editorProps, editable: !isReadOnly })
  }, [editor, attributes, isReadOnly])
  // The value was changed from outside.
  useEffect(() => {
    if (value === written.current) return
    written.current = value
    editor.commands.setContent(linesToDocument(value), { emitUpdate: false })
  }, [editor, value])
  useImperativeHandle(
    ref,
    () => ({
      focus: () => editor.commands.focus(),
      insert: (letters) => editor.chain().focus().insertContent({ type: 'text', text: letters }).run(),
      insertText(text) {
        const lines = linesToDocument(text).content!
        editor
          .chain()
          .focus()
          .insertContent(lines.length === 1 ? lines[0]!.content! : lines)
          .run()
      },
    }),
    [editor],
  )
  return (
    <div className={isReadOnly ? 'lines is-read-only' : 'lines'}>
      <LinesToolbar editor={editor} isDisabled={isReadOnly} />
      <div ref={element} />
    </div>
  )
}
