import { type Hl7FileType, hl7Limits, isHl7Name } from '@dictara/contract/hl7-files'
import { useQueryClient } from '@tanstack/react-query'
import { App, Button, Flex, Modal, Progress, Select } from 'antd'
import { FileUp, FolderUp, X } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { useFocusBack } from '../../ui/use-focus-back.ts'
import { useLeaveQuestion } from '../../ui/use-leave-question.ts'
import { filesWords, hl7Queries, sizeWords } from './file-types.ts'
import { inOrderOfNames, type Progress as UploadProgress, useUpload } from './use-upload.ts'
import { countsWords, importWords, isAllRefused } from './verdict-words.ts'

interface ImportModalProps {
  clinicId: string
  fileType: Hl7FileType
  facilities: readonly { facilityId: string; facilityName: string }[]
  onClose: () => void
}

/** The choice in place of a facility if every message names its own. */
const namedInMessages = 'named'

/** Returns why a file cannot be sent; undefined if it can (HL7-10, HL7-11, Q151). */
export function mistakeOf({ name, size }: Pick<File, 'name' | 'size'>): string | undefined {
  if (!isHl7Name(name)) return 'Not an .hl7 file'
  if (size > hl7Limits.fileBytes) return 'Larger than 5 MB'
  return size === 0 ? 'Empty' : undefined
}

/** The most chosen files to draw. Files with mistakes come first. */
const shownMost = 100

function ChosenFiles({ files, onRemove }: { files: readonly File[]; onRemove: (gone: ReadonlySet<File>) => void }) {
  const wrong = files.filter((file) => mistakeOf(file))
  const shown = [...wrong, ...files.filter((file) => !mistakeOf(file))].slice(0, shownMost)
  return (
    <>
      <Flex justify="space-between" align="center" wrap gap="small">
        <output>
          {filesWords(files.length)} chosen
          {wrong.length > 0 && `, ${wrong.length.toLocaleString('en-US')} can’t be imported`}
        </output>
        {wrong.length > 0 && (
          <Button size="small" onClick={() => onRemove(new Set(wrong))}>
            Remove these {wrong.length.toLocaleString('en-US')}
          </Button>
        )}
      </Flex>
      <ul className="hl7-chosen" aria-label="Chosen files">
        {shown.map((file, at) => {
          const mistake = mistakeOf(file)
          return (
            // oxlint-disable-next-line react/no-array-index-key -- two files of a folder may have one name
            <li key={`${file.name} ${at}`} className={mistake ? 'is-wrong' : undefined}>
              <span className="hl7-name">{file.name}</span>
              <span className="hl7-quiet">{mistake ?? sizeWords(file.size)}</span>
              <Button
                type="text"
                size="small"
                icon={<X size={14} aria-hidden />}
                aria-label={`Remove ${file.name}`}
                onClick={() => onRemove(new Set([file]))}
              />
            </li>
          )
        })}
      </ul>
      {files.length > shownMost && (
        <p className="hl7-quiet">and {(files.length - shownMost).toLocaleString('en-US')} more</p>
      )}
    </>
  )
}

interface PlaceProps extends Pick<ImportModalProps, 'facilities'> {
  id: string
  place: string | undefined
  onChange: (place: string) => void
}

/** Chooses the facility of messages that name none. */
const Place = ({ id, facilities, place, onChange }: PlaceProps) => (
  <p>
    <label htmlFor={id}>Facility</label>
    <Select
      id={id}
      placeholder="Choose a facility"
      style={{ width: '100%' }}
      value={place}
      onChange={onChange}
      options={[
        ...facilities.map((one) => ({ value: one.facilityId, label: one.facilityName })),
        { value: namedInMessages, label: 'None: each message names its facility' },
      ]}
    />
    <span className="hl7-quiet">
      {place === namedInMessages
        ? 'Messages that name no facility are refused.'
        : 'For messages that name no facility. One that names a facility goes there.'}
    </span>
  </p>
)

function progressWords({ files, sent, read, isAway }: UploadProgress): string {
  if (sent < files) return `${sent.toLocaleString('en-US')} of ${filesWords(files)} sent.`
  const words = `${read.toLocaleString('en-US')} of ${filesWords(files)} read. You can close this; the import goes on.`
  return isAway ? `${words} Dictara can’t be reached at the moment.` : words
}

/** Imports files or a folder (HL7-05, HL7-08). The server reads what was sent even if the dialog is closed. */
export function ImportModal({ clinicId, fileType, facilities, onClose }: ImportModalProps) {
  const { notification } = App.useApp()
  const client = useQueryClient()
  const [files, setFiles] = useState<readonly File[]>([])
  const [place, setPlace] = useState(facilities.length === 1 ? facilities[0]!.facilityId : undefined)
  const { progress, send, leave } = useUpload({
    clinicId,
    fileType,
    facilityId: place === namedInMessages ? undefined : place,
  })
  const input = useRef<HTMLInputElement>(null)
  const folder = useRef<HTMLInputElement>(null)
  const chooser = useRef<HTMLButtonElement>(null)
  const id = useId()
  useFocusBack()
  useEffect(() => folder.current?.setAttribute('webkitdirectory', ''), [])
  const isBusy = progress !== undefined
  const hasMistakes = files.some((file) => mistakeOf(file))
  const add = (list: FileList | null) => setFiles((before) => [...before, ...inOrderOfNames([...(list ?? [])])])
  function remove(gone: ReadonlySet<File>) {
    setFiles(files.filter((file) => !gone.has(file)))
    // The pressed button has disappeared, so move the focus.
    chooser.current?.focus()
  }

  async function start() {
    const end = await send(files)
    void client.invalidateQueries({ queryKey: hl7Queries })
    if ('problem' in end) {
      // The server reads what was sent already. Import sends the other files.
      setFiles(files.slice(end.sent))
      const description = end.sent > 0 ? `${end.problem} ${filesWords(end.sent)} had been sent before.` : end.problem
      return void notification.error({ title: 'Upload Failed', description })
    }
    const { messages, unusable } = end.done
    const description = importWords(end.done, fileType)
    if (isAllRefused(end.done))
      notification.error({ title: 'Upload Failed', description: `${description} Open a file to see why.` })
    else
      notification[messages.refused > 0 || unusable > 0 ? 'warning' : 'success']({
        title: 'Upload Successful',
        description,
      })
    onClose()
  }
  const leaving = useLeaveQuestion(() => files.length > 0 && !isBusy, {
    title: 'Leave without importing?',
    content: `The chosen ${files.length === 1 ? 'file isn’t' : 'files aren’t'} imported.`,
  })
  function close() {
    leave()
    onClose()
  }
  const inputs = { hidden: true, type: 'file', multiple: true } as const
  return (
    <Modal
      open
      title="Import"
      okText="Import"
      okButtonProps={{ disabled: files.length === 0 || hasMistakes || !place, loading: isBusy }}
      cancelText={isBusy ? 'Close' : 'Cancel'}
      onOk={() => void start()}
      onCancel={() => leaving(close)}
      afterOpenChange={(isOpen) => isOpen && (document.getElementById(id) ?? chooser.current)?.focus()}
    >
      {progress ? (
        <div className="hl7-progress">
          <output>{progressWords(progress)}</output>
          <Progress
            percent={Math.floor((50 * (progress.sent + progress.read)) / Math.max(1, progress.files))}
            aria-label="Import"
          />
          {progress.messages && <p>{countsWords(progress.messages)}</p>}
        </div>
      ) : (
        <>
          {facilities.length > 1 && <Place id={id} facilities={facilities} place={place} onChange={setPlace} />}
          <Flex gap="small" wrap>
            <Button ref={chooser} icon={<FileUp size={16} aria-hidden />} onClick={() => input.current?.click()}>
              File Upload
            </Button>
            <Button icon={<FolderUp size={16} aria-hidden />} onClick={() => folder.current?.click()}>
              Folder Upload
            </Button>
          </Flex>
          <input
            ref={input}
            {...inputs}
            aria-label="HL7 files"
            accept=".hl7"
            onChange={({ target }) => {
              add(target.files)
              // Allows choosing the same file again.
              target.value = ''
            }}
          />
          <input
            ref={folder}
            {...inputs}
            aria-label="Folder of HL7 files"
            onChange={({ target }) => {
              add(target.files)
              target.value = ''
            }}
          />
          {files.length > 0 && <ChosenFiles files={files} onRemove={remove} />}
        </>
      )}
    </Modal>
  )
}
