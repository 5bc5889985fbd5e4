import { type Ref, useEffect, useEffectEvent, useImperativeHandle, useRef, useState } from 'react'
import './lines-editor.css'
import { linesOf, linesToDocument } from './lines-document.ts'
import { LinesToolbar } from './lines-toolbar.tsx'
import { openLines } from './open-lines.ts'

/** What others do with the text from outside. */
export interface LinesHandle {
  focus: () => void
  /** Puts letters in at the caret, in the place of what is selected. */
  insert: (letters: string) => void
  /** The same with text of a note, its lines parted by line feeds. */
  insertText: (text: string) => void
}

interface LinesEditorProps {
  ref?: Ref<LinesHandle>
  label: string
  /** Text of a note (b, i, u, s), its lines parted by line feeds. */
  value?: string
  onChange?: (value: string) => void
  isReadOnly?: boolean
  id?: string
  'aria-required'?: boolean | 'true' | 'false'
  'aria-invalid'?: boolean | 'true' | 'false'
  'aria-describedby'?: string
}

const isGiven = (entry: [string, unknown]) => entry[1] !== undefined

/** A field for a few lines of text with the four formats of a note. Stands in a `Form.Item` as an input does. */
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
    // A browser extension must not send what is written here to its own servers.
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
  // Changed from outside.
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
