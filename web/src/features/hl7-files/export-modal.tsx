import { failureOrThrow, fetchFile } from '@dictara/browser/call'
import { hl7FileCalls, type Hl7FileType, hl7Limits, hl7ZipName } from '@dictara/contract/hl7-files'
import { useQueryClient } from '@tanstack/react-query'
import { App, Form, Input, Modal } from 'antd'
import { useId, useState } from 'react'
import { saveFile } from '../../ui/save-file.ts'
import { useFocusBack } from '../../ui/use-focus-back.ts'
import { filesWords, hl7Queries } from './file-types.ts'

interface ExportModalProps {
  clinicId: string
  fileType: Hl7FileType
  /** Names of the selected files by their ids. */
  selected: ReadonlyMap<string, string>
  onClose: () => void
  onExported: () => void
}

/** Asks for a comment, then saves the selected files as hl7.zip (HL7-06, HL7-14, HL7-16). */
export function ExportModal({ clinicId, fileType, selected, onClose, onExported }: ExportModalProps) {
  const { notification } = App.useApp()
  const client = useQueryClient()
  const [comment, setComment] = useState('')
  const [isBusy, setBusy] = useState(false)
  const id = useId()
  useFocusBack()
  async function save() {
    setBusy(true)
    try {
      const body = { comment, fileNames: [...new Set(selected.values())], fileIds: [...selected.keys()] }
      saveFile(
        await fetchFile(
          hl7FileCalls.exportHl7Files,
          { params: { clinicId }, query: { fileType }, body },
          { handler: 'page' },
        ),
        hl7ZipName,
      )
      onExported()
    } catch (error) {
      notification.error({ title: 'Download Failed', description: failureOrThrow(error).message })
    } finally {
      setBusy(false)
      void client.invalidateQueries({ queryKey: hl7Queries })
    }
  }
  return (
    <Modal
      open
      title={`Export ${filesWords(selected.size)}`}
      okText="Export"
      confirmLoading={isBusy}
      onOk={() => void save()}
      onCancel={onClose}
      afterOpenChange={(isOpen) => isOpen && document.getElementById(id)?.focus()}
    >
      <Form layout="vertical">
        <Form.Item label="Comment" htmlFor={id}>
          <Input.TextArea
            id={id}
            rows={3}
            maxLength={hl7Limits.commentMost}
            value={comment}
            onChange={({ target }) => setComment(target.value)}
          />
        </Form.Item>
      </Form>
    </Modal>
  )
}
