import { call, failureOf, wordsOfFailure } from '@dictara/browser/call'
import type { PendingSignIn, SecondWay, StoredUser } from '@dictara/contract/identity'
import { factorRefusals, totpFigures } from '@dictara/contract/second-factor'
import { secondStepCalls } from '@dictara/contract/second-step'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { figuresOf } from '../../platform/figures-of.ts'
import { signWithPasskey, wordsOf } from '../../platform/passkeys.ts'
import { Told } from './account-frame.tsx'
import { Field } from './field.tsx'

interface SecondStepProps {
  pending: PendingSignIn
  onDone: (user: StoredUser | undefined) => Promise<void>
  /** Returns to the password; `problem`: the reason. */
  onBack: (problem?: string) => void
}

const others: Record<SecondWay, string> = {
  TOTP: 'Use a code from my app',
  PASSKEY: 'Use a passkey',
  RECOVERY: 'Use a recovery code',
}

const problemOf = (way: SecondWay, code: string) => {
  if (way === 'PASSKEY') return undefined
  if (code.trim() === '') return 'Code is required'
  return way === 'TOTP' && code.length < totpFigures ? `The code has ${totpFigures} digits.` : undefined
}

/** The second step of a sign-in with a correct password (S32): a code of the app, a passkey or a recovery code. */
export default function SecondStep({ pending: { handle, ways }, onDone, onBack }: SecondStepProps) {
  const [way, setWay] = useState<SecondWay>(ways[0]!)
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string>()
  const [answer, setAnswer] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  // Once the chosen form is rendered.
  useEffect(() => form.current?.querySelector<HTMLElement>('input, button')?.focus(), [way])

  function choose(next: SecondWay) {
    setWay(next)
    setCode('')
    setProblem(undefined)
    setAnswer(undefined)
  }

  async function proof(entered: string) {
    if (way === 'TOTP') return { code: entered }
    if (way === 'RECOVERY') return { recoveryCode: entered.trim() }
    const asked = await call(secondStepCalls.passkeyChallenge, { body: { handle } }, { handler: false })
    return { passkey: await signWithPasskey(asked.result[0]!) }
  }

  async function verify(entered: string) {
    if (isBusy) return
    setAnswer(undefined)
    const found = problemOf(way, entered)
    setProblem(found)
    if (found) return
    setBusy(true)
    try {
      const body = { handle, ...(await proof(entered)) }
      const { result } = await call(secondStepCalls.finishSignIn, { body }, { handler: false })
      await onDone(result[0])
    } catch (error) {
      if (failureOf(error)?.code === factorRefusals.signInOver.code) return onBack(wordsOfFailure(error))
      setBusy(false)
      setAnswer(wordsOf(error))
      form.current?.querySelector('input')?.select()
    }
  }

  function submitted(event: FormEvent) {
    event.preventDefault()
    void verify(code)
  }
  function typed(text: string) {
    const figures = figuresOf(text, totpFigures)
    setCode(figures)
    // The last digit submits the code.
    if (figures.length === totpFigures && figures !== code) void verify(figures)
  }

  return (
    <form ref={form} onSubmit={submitted} noValidate aria-labelledby="account-title">
      <div role="alert">{answer && <Told isFailure title={answer} />}</div>
      {way === 'TOTP' && (
        <div className="account-code">
          <Field
            name="code"
            label="Code from your authenticator app"
            type="text"
            inputMode="numeric"
            autoComplete="one-time-code"
            value={code}
            onChange={({ target }) => typed(target.value)}
            problem={problem}
          />
        </div>
      )}
      {way === 'RECOVERY' && (
        <Field
          name="code"
          label="Recovery code"
          type="text"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={code}
          onChange={({ target }) => setCode(target.value)}
          problem={problem}
        />
      )}
      {way === 'PASSKEY' && <p>Your device will ask for your fingerprint, face or PIN.</p>}
      <button type="submit" aria-disabled={isBusy}>
        {way === 'PASSKEY' ? 'Use your passkey' : 'Verify'}
      </button>
      {ways
        .filter((other) => other !== way)
        .map((other) => (
          <button key={other} type="button" className="account-other" onClick={() => choose(other)}>
            {others[other]}
          </button>
        ))}
      <p className="account-help">
        <button type="button" className="account-link" onClick={() => onBack()}>
          Back to password
        </button>
        {way === 'RECOVERY' && <span>No codes left? Your clinic’s administrator can reset your second factor.</span>}
      </p>
    </form>
  )
}
