import { Button, Flex, Tooltip } from 'antd'
import {
  Bold,
  Copy,
  Heading,
  Italic,
  type LucideIcon,
  Printer,
  Redo2,
  RefreshCw,
  Save,
  ScanText,
  Strikethrough,
  Underline,
  Undo2,
} from 'lucide-react'
import type { ReactNode, RefObject } from 'react'
import type { NoteHandle } from '../../../editor/note-session.ts'
import type { NoteState } from '../../../editor/note-state.ts'
import { ariaKeys, type DeskKeyName, shownKeys } from '../keys/keys.ts'

interface Tool {
  name: string
  keys?: DeskKeyName
  icon: LucideIcon
  use: () => void
  isOn?: boolean
  isOff?: boolean
}

/**
 * A button keeps its type whether it is on or off: antd recreates a button whose type changes, which would lose its
 * focus and leave its tooltip open.
 */
function ToolButton({ name, keys, icon: Icon, use, isOn, isOff = false }: Tool) {
  return (
    <Tooltip title={keys ? `${name} (${shownKeys(keys)})` : name}>
      <Button
        size="small"
        type="text"
        icon={<Icon size={16} aria-hidden />}
        aria-label={name}
        aria-pressed={isOn}
        aria-keyshortcuts={keys && ariaKeys(keys)}
        disabled={isOff}
        onMouseDown={(event) => event.preventDefault()}
        onClick={use}
      />
    </Tooltip>
  )
}

export interface NoteToolbarProps {
  note: RefObject<NoteHandle | null>
  state: NoteState | null
  isEditable: boolean
  mayReconvert: boolean
  onSave: () => void
  onReconvert: () => void
  onPrint: () => void
  onCopy: () => void
  /** Whether the inference panel is shown, and the function that shows or hides it (INFR-22). */
  inference: { isOn: boolean; onToggle: () => void }
  children?: ReactNode
}

/** The tools of the note. Each has a key (EDIT-03, EDIT-07, EDIT-08, EDIT-27). */
export function NoteToolbar({ note, state, isEditable, mayReconvert, inference, children, ...on }: NoteToolbarProps) {
  const format = (name: string, icon: LucideIcon, mark: 'bold' | 'italic' | 'underline' | 'strike'): Tool => ({
    name,
    keys: mark,
    icon,
    isOn: state?.formats.includes(mark) ?? false,
    use: () => note.current?.toggleFormat(mark),
  })
  const editing: Tool[] = [
    { name: 'Save', keys: 'save', icon: Save, use: on.onSave },
    {
      name: 'Heading Tool',
      keys: 'heading',
      icon: Heading,
      isOn: state?.isHeading ?? false,
      use: () => note.current?.toggleHeading(),
    },
    format('Bold', Bold, 'bold'),
    format('Italic', Italic, 'italic'),
    format('Underline', Underline, 'underline'),
    format('Strike', Strikethrough, 'strike'),
    {
      name: 'Undo',
      keys: 'undo',
      icon: Undo2,
      isOff: !state?.canUndo,
      use: () => note.current?.undo(),
    },
    {
      name: 'Redo',
      keys: 'redo',
      icon: Redo2,
      isOff: !state?.canRedo,
      use: () => note.current?.redo(),
    },
    ...(mayReconvert ? [{ name: 'Reconvert', icon: RefreshCw, use: on.onReconvert }] : []),
  ]
  const reading: Tool[] = [
    { name: 'Inference Engine', icon: ScanText, isOn: inference.isOn, use: inference.onToggle },
    { name: 'Copy the note', icon: Copy, use: on.onCopy },
    { name: 'Print the note', keys: 'print', icon: Printer, use: on.onPrint },
  ]
  return (
    <Flex role="toolbar" aria-label="Note tools" gap={2} align="center" className="note-toolbar">
      {[...(isEditable ? editing : []), ...reading].map((tool) => (
        <ToolButton key={tool.name} {...tool} />
      ))}
      {children}
    </Flex>
  )
}
