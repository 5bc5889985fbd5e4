import { call, CallFailed } from '@dictara/browser/call'
import { factorCalls, factorRefusals, type Passkey } from '@dictara/contract/second-factor'
import { Form, Input, Modal, Typography } from 'antd'
import { makePasskey, PasskeyFailed } from '../../platform/passkeys.ts'
import { useAction } from '../../ui/use-action.ts'
import { useFocusBack } from '../../ui/use-focus-back.ts'
import { whileSending } from '../../ui/use-question.ts'
import { useRefusal } from '../../ui/use-refusal.ts'
import { factorKey } from './factor-queries.ts'

const devices: [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android phone'],
  [/Windows/, 'Windows computer'],
  [/Macintosh/, 'Mac'],
  [/Linux/, 'Linux computer'],
]

/** A suggested name that no passkey has yet. */
function nameFor(known: readonly Passkey[]): string {
  const device = devices.find(([pattern]) => pattern.test(navigator.userAgent))?.[1] ?? 'Passkey'
  const names = new Set(known.map(({ name }) => name))
  for (let n = 1; ; n += 1) {
    const name = n === 1 ? device : `${device} ${n}`
    if (!names.has(name)) return name
  }
}

interface PasskeyDialogProps {
  known: readonly Passkey[]
  /** If given, it is renamed, and no passkey is created. */
  renamed?: Passkey
  /** Done; `recoveryCodes` are those created with it, if any. */
  onDone: (recoveryCodes: string[]) => void
  onClose: () => void
}

/** Names a passkey and lets the device create it, or renames one. */
export function PasskeyDialog({ known, renamed, onDone, onClose }: PasskeyDialogProps) {
  const [form] = Form.useForm<{ name: string }>()
  const act = useAction({ refreshes: factorKey })
  const refusal = useRefusal(form, 'passkey', factorRefusals)
  useFocusBack()

  async function make(name: string) {
    const wanted = (await call(factorCalls.beginPasskey, {})).result[0]!
    const passkey = await makePasskey(wanted).catch((error: unknown) => {
      if (!(error instanceof PasskeyFailed)) throw error
      // Shown like a refusal: the dialog stays open.
      throw new CallFailed(422, 'passkey-failed', error.message)
    })
    return call(factorCalls.addPasskey, { body: { name, passkey } })
  }
  async function submitted({ name }: { name: string }) {
    refusal.forget()
    const wanted = name.trim()
    const options = { onRefused: refusal.tell }
    if (renamed) {
      const answer = await act.run(
        () => call(factorCalls.renamePasskey, { body: { id: renamed.id, name: wanted } }),
        options,
      )
      if (answer) onDone([])
      return
    }
    const answer = await act.run(() => make(wanted), options)
    if (answer) onDone(answer.result[0]!.recoveryCodes)
  }
  return (
    <Modal
      open
      title={renamed ? 'Rename the passkey' : 'Add a passkey'}
      okText={renamed ? 'Rename' : 'Continue'}
      okButtonProps={{ loading: act.isBusy && { delay: 150 } }}
      onOk={() => form.submit()}
      onCancel={onClose}
      // The dialog itself takes the focus while it opens.
      afterOpenChange={(isOpen) => isOpen && form.getFieldInstance('name')?.focus({ cursor: 'all' })}
      {...whileSending(act.isBusy)}
    >
      {!renamed && (
        <Typography.Paragraph>
          Your device will ask for your fingerprint, face or PIN and save the passkey. Give it a name you’ll recognize.
        </Typography.Paragraph>
      )}
      <Form
        form={form}
        name="passkey"
        layout="vertical"
        disabled={act.isBusy}
        initialValues={{ name: renamed?.name ?? nameFor(known) }}
        onFinish={(values) => void submitted(values)}
      >
        <Form.Item name="name" label="Name" rules={[{ required: true, whitespace: true, message: 'Name is required' }]}>
          <Input autoComplete="off" maxLength={60} />
        </Form.Item>
      </Form>
    </Modal>
  )
}
