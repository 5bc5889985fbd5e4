import type { CannedText } from '@dictara/contract/phrases'
import { Alert, App, Form, Modal } from 'antd'
import { useState } from 'react'
import { ChangedMeanwhile } from '../../ui/changed-meanwhile.tsx'
import { useFocusBack } from '../../ui/use-focus-back.ts'
import { useLeaveQuestion } from '../../ui/use-leave-question.ts'
import { type Marked, useMoves } from '../collections/index.ts'
import { phrases } from './phrase-collection.ts'
import { PhraseFields } from './phrase-fields.tsx'
import { PhraseFoot } from './phrase-foot.tsx'
import { emptyPhrase, isSameBody, type PhraseValues, valuesOf } from './phrase-values.ts'
import { usePhraseSave } from './use-phrase-save.ts'

const name = 'phrase'

interface PhraseModalProps {
  item: CannedText | undefined
  /** It was created, or moved to the other list. */
  onMark: (marked: Marked) => void
  onClose: () => void
}

/** A key and its phrase: new or existing; read-only if not editable (K2P-08, K2P-42). */
export function PhraseModal({ item, onMark, onClose }: PhraseModalProps) {
  const { notification } = App.useApp()
  const [form] = Form.useForm<PhraseValues>()
  const [initial] = useState(() => (item ? valuesOf(item) : emptyPhrase))
  const [isChanged, setChanged] = useState(false)
  const saving = usePhraseSave(form, name, item)
  const { seen } = saving
  const moves = useMoves(phrases)
  useFocusBack()
  const isReadOnly = seen?.editable === false
  const isBusy = saving.isBusy || moves.isBusy
  const differs = () => !isSameBody({ ...initial, ...form.getFieldsValue(true) }, seen ? valuesOf(seen) : emptyPhrase)
  const leaving = useLeaveQuestion(differs, {
    title: 'Leave without saving?',
    content: item ? 'Your changes will be lost.' : 'What you entered will be lost.',
  })
  const leave = () => isBusy || leaving(onClose)

  async function submit() {
    const values: PhraseValues = { ...initial, ...form.getFieldsValue(true) }
    notification.destroy(name)
    const saved = await saving.save(values)
    if (!saved) return
    if (!item) onMark({ id: saved.id, active: saved.active })
    onClose()
  }
  /** The action that follows saving. */
  const afterwards = (act: (item: CannedText) => Promise<unknown>) => async () => {
    if (differs()) return notification.error({ key: name, title: 'Please save the changes to proceed?' })
    if (!seen || !(await act(seen))) return
    onMark({ id: seen.id, active: !seen.active })
    onClose()
  }

  return (
    <Modal
      open
      title={item ? 'Edit Key' : 'Add Key'}
      width="min(45rem, 95vw)"
      style={{ top: '4dvh' }}
      onCancel={leave}
      mask={{ closable: false }}
      afterOpenChange={(isOpen) => isOpen && !isReadOnly && form.getFieldInstance('key')?.focus()}
      footer={
        <PhraseFoot
          item={seen}
          form={name}
          isBusy={isBusy}
          isChanged={isChanged}
          onCancel={leave}
          onActivate={afterwards(moves.activate)}
          onPutAside={afterwards(moves.putAside)}
          onDelete={() => seen && void moves.remove(seen).then((done) => done && onClose())}
        />
      }
    >
      <Form<PhraseValues>
        form={form}
        id={name}
        name={name}
        layout="vertical"
        colon={false}
        inert={isBusy}
        initialValues={initial}
        scrollToFirstError={{ focus: true }}
        onFinish={() => void submit()}
        onValuesChange={() => setChanged(differs())}
      >
        {isReadOnly && (
          <Alert type="error" showIcon className="phrase-denied" title="Action Denied: This item is not editable." />
        )}
        {saving.changes && <ChangedMeanwhile changes={saving.changes} submit="Save" />}
        <PhraseFields isReadOnly={isReadOnly} />
      </Form>
    </Modal>
  )
}
