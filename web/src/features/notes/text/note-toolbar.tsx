import {
  BoldOutlined,
  CopyOutlined,
  FontSizeOutlined,
  ItalicOutlined,
  PrinterOutlined,
  RedoOutlined,
  ReloadOutlined,
  SaveOutlined,
  StrikethroughOutlined,
  UnderlineOutlined,
  UndoOutlined,
} from '@ant-design/icons'
import { Button, Flex, Tooltip } from 'antd'
import type { ReactNode, RefObject } from 'react'
import type { NoteHandle } from '../../../editor/note-session.ts'
import type { NoteState } from '../../../editor/note-state.ts'
import { ariaKeys, type DeskKeyName, shownKeys } from '../desk/keys.ts'

interface Tool {
  name: string
  keys?: DeskKeyName
  icon: ReactNode
  use: () => void
  isOn?: boolean
  isOff?: boolean
}

function ToolButton({ name, keys, icon, use, isOn, isOff = false }: Tool) {
  return (
    <Tooltip title={keys ? `${name} (${shownKeys(keys)})` : name}>
      <Button
        size="small"
        type={isOn ? 'primary' : 'text'}
        icon={icon}
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

interface NoteToolbarProps {
  note: RefObject<NoteHandle | null>
  state: NoteState | null
  isEditable: boolean
  mayReconvert: boolean
  onSave: () => void
  onReconvert: () => void
  onPrint: () => void
  onCopy: () => void
  children?: ReactNode
}

/** The tools of the note; every one has its key (EDIT-03, EDIT-07, EDIT-08, EDIT-27). */
export function NoteToolbar({ note, state, isEditable, mayReconvert, children, ...on }: NoteToolbarProps) {
  const format = (name: string, icon: ReactNode, mark: 'bold' | 'italic' | 'underline' | 'strike'): Tool => ({
    name,
    keys: mark,
    icon,
    isOn: state?.formats.includes(mark) ?? false,
    use: () => note.current?.toggleFormat(mark),
  })
  const editing: Tool[] = [
    { name: 'Save', keys: 'save', icon: <SaveOutlined aria-hidden />, use: on.onSave },
    {
      name: 'Heading Tool',
      keys: 'heading',
      icon: <FontSizeOutlined aria-hidden />,
      isOn: state?.isHeading ?? false,
      use: () => note.current?.toggleHeading(),
    },
    format('Bold', <BoldOutlined aria-hidden />, 'bold'),
    format('Italic', <ItalicOutlined aria-hidden />, 'italic'),
    format('Underline', <UnderlineOutlined aria-hidden />, 'underline'),
    format('Strike', <StrikethroughOutlined aria-hidden />, 'strike'),
    {
      name: 'Undo',
      keys: 'undo',
      icon: <UndoOutlined aria-hidden />,
      isOff: !state?.canUndo,
      use: () => note.current?.undo(),
    },
    {
      name: 'Redo',
      keys: 'redo',
      icon: <RedoOutlined aria-hidden />,
      isOff: !state?.canRedo,
      use: () => note.current?.redo(),
    },
    ...(mayReconvert ? [{ name: 'Reconvert', icon: <ReloadOutlined aria-hidden />, use: on.onReconvert }] : []),
  ]
  const reading: Tool[] = [
    { name: 'Copy the note', icon: <CopyOutlined aria-hidden />, use: on.onCopy },
    { name: 'Print the note', keys: 'print', icon: <PrinterOutlined aria-hidden />, use: on.onPrint },
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
