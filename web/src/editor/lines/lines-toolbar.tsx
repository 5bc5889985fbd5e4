import type { TextFormat } from '@dictara/dictation/note-text'
import type { Editor } from '@tiptap/core'
import { Bold, Italic, RemoveFormatting, Strikethrough, Underline } from 'lucide-react'
import { useEffect, useState } from 'react'

const tools = [
  ['bold', 'Bold', Bold],
  ['italic', 'Italic', Italic],
  ['underline', 'Underline', Underline],
  ['strike', 'Strike', Strikethrough],
] as const satisfies readonly [TextFormat, string, unknown][]

/** The formats at the caret. */
function useFormatsAt(editor: Editor): ReadonlySet<TextFormat> {
  const [formats, setFormats] = useState<ReadonlySet<TextFormat>>(new Set())
  useEffect(() => {
    const read = () => setFormats(new Set(tools.map(([format]) => format).filter((format) => editor.isActive(format))))
    editor.on('transaction', read)
    return () => void editor.off('transaction', read)
  }, [editor])
  return formats
}

/** Buttons for bold, italic, underline, strike and clearing all formats (K2P-10, K2P-60). */
export function LinesToolbar({ editor, isDisabled }: { editor: Editor; isDisabled: boolean }) {
  const formats = useFormatsAt(editor)
  const clean = () =>
    editor
      ?.chain()
      .focus()
      .unsetAllMarks()
      .command(({ tr }) => !!tr.setStoredMarks([]))
      .run()
  return (
    <div role="toolbar" aria-label="Formats" className="lines-toolbar">
      {tools.map(([format, label, Icon]) => (
        <button
          key={format}
          type="button"
          disabled={isDisabled}
          aria-label={label}
          title={label}
          aria-pressed={formats.has(format)}
          // Keep the selection in the text.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => editor.chain().focus().toggleMark(format).run()}
        >
          <Icon size={16} aria-hidden />
        </button>
      ))}
      <button
        type="button"
        disabled={isDisabled}
        aria-label="Clean"
        title="Clean"
        onMouseDown={(event) => event.preventDefault()}
        onClick={clean}
      >
        <RemoveFormatting size={16} aria-hidden />
      </button>
    </div>
  )
}
