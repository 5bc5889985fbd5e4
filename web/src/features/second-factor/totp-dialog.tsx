import { call } from '@dictara/browser/call'
import { factorCalls, factorRefusals, totpFigures } from '@dictara/contract/second-factor'
import { useQuery } from '@tanstack/react-query'
import { Form, Input, Modal, QRCode, Skeleton, Typography } from 'antd'
import { useEffect } from 'react'
import { figuresOf } from '../../platform/figures-of.ts'
import { Failed } from '../../ui/failed.tsx'
import { useAction } from '../../ui/use-action.ts'
import { useFocusBack } from '../../ui/use-focus-back.ts'
import { whileSending } from '../../ui/use-question.ts'
import { useRefusal } from '../../ui/use-refusal.ts'
import { factorKey } from './factor-queries.ts'

const inFours = (secret: string) => secret.replaceAll(/(.{4})(?=.)/g, '$1 ')

interface TotpDialogProps {
  /** Set up; `recoveryCodes` are those created with it, if any. */
  onDone: (recoveryCodes: string[]) => void
  onClose: () => void
}

/** Sets up an authenticator app: its secret is shown only this once, and takes effect with the first correct code. */
export function TotpDialog({ onDone, onClose }: TotpDialogProps) {
  const [form] = Form.useForm<{ code: string }>()
  const act = useAction({ refreshes: factorKey })
  const refusal = useRefusal(form, 'totp', factorRefusals)
  useFocusBack()
  const begun = useQuery({
    queryKey: ['new-totp'],
    queryFn: async () => (await call(factorCalls.beginTotp, {}, { handler: 'page' })).result[0]!,
    // Each opening creates another secret, and none is cached.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const isShown = begun.data !== undefined
  useEffect(() => {
    if (isShown) form.getFieldInstance('code')?.focus()
  }, [form, isShown])
  async function confirm({ code }: { code: string }) {
    refusal.forget()
    const answer = await act.run(() => call(factorCalls.confirmTotp, { body: { code } }), { onRefused: refusal.tell })
    if (answer) onDone(answer.result[0]!.recoveryCodes)
  }
  return (
    <Modal
      open
      title="Set up an authenticator app"
      okText="Confirm"
      okButtonProps={{ disabled: !begun.data, loading: act.isBusy && { delay: 150 } }}
      onOk={() => form.submit()}
      onCancel={onClose}
      // The dialog itself takes the focus while it opens; if the secret loads later, the field takes it then.
      afterOpenChange={(isOpen) => isOpen && form.getFieldInstance('code')?.focus()}
      {...whileSending(act.isBusy)}
    >
      <Failed of={begun} title="Couldn’t start the setup" inServersWords />
      {begun.isPending && <Skeleton active paragraph={{ rows: 6 }} />}
      {begun.data && (
        <>
          <Typography.Paragraph>
            Scan this with an authenticator app, for example Google Authenticator, 1Password or Aegis. We show it only
            once.
          </Typography.Paragraph>
          <div className="totp-picture">
            <QRCode
              type="svg"
              size={184}
              value={begun.data.uri}
              color="CanvasText"
              bgColor="Canvas"
              aria-label="QR code for your authenticator app"
            />
          </div>
          <Typography.Paragraph>
            Or type it in:{' '}
            <Typography.Text className="totp-secret" strong copyable={{ text: begun.data.secret }}>
              {inFours(begun.data.secret)}
            </Typography.Text>
          </Typography.Paragraph>
          <Form form={form} name="totp" layout="vertical" onFinish={(values) => void confirm(values)}>
            <Form.Item
              name="code"
              label="Code from your authenticator app"
              normalize={(text: string) => figuresOf(text, totpFigures)}
              rules={[
                { required: true, message: 'Code is required' },
                { len: totpFigures, message: `The code has ${totpFigures} digits.`, validateTrigger: 'onSubmit' },
              ]}
            >
              <Input inputMode="numeric" autoComplete="one-time-code" disabled={act.isBusy} />
            </Form.Item>
          </Form>
        </>
      )}
    </Modal>
  )
}
