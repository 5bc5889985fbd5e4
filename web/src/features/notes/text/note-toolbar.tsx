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

interface Tool {
  name: string
  keys?: string
  icon: ReactNode
  use: () => void
  isOn?: boolean
  isOff?: boolean
}

function ToolButton({ name, keys, icon, use, isOn, isOff = false }: Tool) {
  return (
    <Tooltip title={keys ? `${name} (${keys})` : name}>
      <Button
        type={isOn ? 'primary' : 'text'}
        icon={icon}
        aria-label={name}
        aria-pressed={isOn}
        aria-keyshortcuts={keys?.replace('Ctrl', 'Control')}
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
  const format = (
    name: string,
    keys: string,
    icon: ReactNode,
    mark: 'bold' | 'italic' | 'underline' | 'strike',
  ): Tool => ({
    name,
    keys,
    icon,
    isOn: state?.formats.includes(mark) ?? false,
    use: () => note.current?.toggleFormat(mark),
  })
  const editing: Tool[] = [
    { name: 'Save', keys: 'Ctrl+S', icon: <SaveOutlined aria-hidden />, use: on.onSave },
    {
      name: 'Heading Tool',
      keys: 'Ctrl+H',
      icon: <FontSizeOutlined aria-hidden />,
      isOn: state?.isHeading ?? false,
      use: () => note.current?.toggleHeading(),
    },
    format('Bold', 'Ctrl+B', <BoldOutlined aria-hidden />, 'bold'),
    format('Italic', 'Ctrl+I', <ItalicOutlined aria-hidden />, 'italic'),
    format('Underline', 'Ctrl+U', <UnderlineOutlined aria-hidden />, 'underline'),
    format('Strike', 'Ctrl+Shift+S', <StrikethroughOutlined aria-hidden />, 'strike'),
    {
      name: 'Undo',
      keys: 'Ctrl+Z',
      icon: <UndoOutlined aria-hidden />,
      isOff: !state?.canUndo,
      use: () => note.current?.undo(),
    },
    {
      name: 'Redo',
      keys: 'Ctrl+Y',
      icon: <RedoOutlined aria-hidden />,
      isOff: !state?.canRedo,
      use: () => note.current?.redo(),
    },
    ...(mayReconvert ? [{ name: 'Reconvert', icon: <ReloadOutlined aria-hidden />, use: on.onReconvert }] : []),
  ]
  const reading: Tool[] = [
    { name: 'Copy the note', icon: <CopyOutlined aria-hidden />, use: on.onCopy },
    { name: 'Print the note', keys: 'Ctrl+P', icon: <PrinterOutlined aria-hidden />, use: on.onPrint },
  ]
  return (
    <Flex role="toolbar" aria-label="Note tools" gap={4} align="center" wrap className="note-toolbar">
      {[...(isEditable ? editing : []), ...reading].map((tool) => (
        <ToolButton key={tool.name} {...tool} />
      ))}
      {children}
    </Flex>
  )
}
