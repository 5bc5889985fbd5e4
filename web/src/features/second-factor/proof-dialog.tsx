import { call } from '@dictara/browser/call'
import { proofCalls, type ProofWay } from '@dictara/contract/second-step'
import { totpFigures } from '@dictara/contract/second-factor'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Form, Input, Modal, Skeleton, Typography } from 'antd'
import { useEffect, useState } from 'react'
import { figuresOf } from '../../platform/figures-of.ts'
import { signWithPasskey, wordsOf } from '../../platform/passkeys.ts'
import { Failed } from '../../ui/failed.tsx'
import { useFocusBack } from '../../ui/use-focus-back.ts'
import { whileSending } from '../../ui/use-question.ts'

const others: Record<ProofWay, string> = {
  PASSWORD: 'Use my password',
  TOTP: 'Use a code from my app',
  PASSKEY: 'Use a passkey',
}
const labels = { PASSWORD: 'Password', TOTP: 'Code from your authenticator app' } as const

/** The ways of proof for the person; loaded each time, since a passkey signs a challenge made for this question. */
const useWays = () =>
  useQuery({
    queryKey: ['proof'],
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () => (await call(proofCalls.askForProof, {}, { handler: 'page' })).result[0]!,
  })

/** "Confirm it’s you": by password, code or passkey (S32). `onDone` receives whether they did. */
export default function ProofDialog({ onDone }: { onDone: (isProved: boolean) => void }) {
  const asked = useWays()
  const [chosen, setChosen] = useState<ProofWay>()
  const [form] = Form.useForm<{ secret: string }>()
  const [answer, setAnswer] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  useFocusBack()
  const ways = asked.data?.ways ?? []
  const way = chosen ?? ways[0]
  useEffect(() => {
    if (way) form.getFieldInstance('secret')?.focus()
  }, [form, way])

  async function proof(secret: string) {
    if (way === 'TOTP') return { code: secret }
    if (way === 'PASSWORD') return { password: secret }
    // A signed challenge is used up, whatever the result.
    const passkey = answer ? (await asked.refetch()).data?.passkey : asked.data?.passkey
    return { passkey: await signWithPasskey(passkey!) }
  }
  async function submitted(secret: string) {
    if (isBusy) return
    setBusy(true)
    setAnswer(undefined)
    try {
      await call(proofCalls.prove, { body: await proof(secret) }, { handler: false })
      onDone(true)
    } catch (error) {
      setAnswer(wordsOf(error))
      setBusy(false)
    }
  }
  function choose(next: ProofWay) {
    setChosen(next)
    setAnswer(undefined)
    form.resetFields()
  }

  return (
    <Modal
      open
      title="Confirm it’s you"
      okText={way === 'PASSKEY' ? 'Use your passkey' : 'Confirm'}
      okButtonProps={{ disabled: !way, loading: isBusy && { delay: 150 } }}
      onOk={() => (way === 'PASSKEY' ? void submitted('') : form.submit())}
      onCancel={() => onDone(false)}
      // The dialog itself takes the focus while it opens.
      afterOpenChange={(isOpen) => isOpen && form.getFieldInstance('secret')?.focus()}
      {...whileSending(isBusy)}
    >
      <Typography.Paragraph type="secondary">
        Please confirm before you go on. We won’t ask again for five minutes.
      </Typography.Paragraph>
      <Failed of={asked} title="You can’t confirm right now" />
      {asked.isPending && <Skeleton active title={false} paragraph={{ rows: 2 }} />}
      {answer && <Alert type="error" title={answer} role="alert" style={{ marginBlockEnd: 16 }} />}
      {(way === 'PASSWORD' || way === 'TOTP') && (
        <Form
          form={form}
          name="proof"
          layout="vertical"
          disabled={isBusy}
          onFinish={({ secret }) => void submitted(secret)}
        >
          <Form.Item
            key={way}
            name="secret"
            label={labels[way]}
            {...(way === 'TOTP' && { normalize: (text: string) => figuresOf(text, totpFigures) })}
            rules={[{ required: true, message: way === 'TOTP' ? 'Code is required' : 'Password is required' }]}
          >
            {way === 'TOTP' ? (
              <Input inputMode="numeric" autoComplete="one-time-code" />
            ) : (
              <Input.Password autoComplete="current-password" maxLength={1024} />
            )}
          </Form.Item>
        </Form>
      )}
      {way === 'PASSKEY' && (
        <Typography.Paragraph>Your device will ask for your fingerprint, face or PIN.</Typography.Paragraph>
      )}
      {ways
        .filter((other) => other !== way)
        .map((other) => (
          <Button key={other} type="link" disabled={isBusy} onClick={() => choose(other)}>
            {others[other]}
          </Button>
        ))}
    </Modal>
  )
}
