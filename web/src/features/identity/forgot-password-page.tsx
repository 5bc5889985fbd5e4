import { call, wordsOfFailure } from '@dictara/browser/call'
import { accountEmail } from '@dictara/contract/fields'
import { signUpCalls } from '@dictara/contract/sign-up'
import { type FormEvent, useState } from 'react'
import { AccountFrame, Told } from './account-frame.tsx'
import { problemOf } from './account-problems.ts'
import { Field } from './field.tsx'
import { useFirstField, useProblems } from './use-problems.ts'

const fields = ['email'] as const

/** Requests a link to reset a forgotten password; the answer is the same for every address (AUTH-07, Q007). */
export function ForgotPasswordPage() {
  const { form, problems, setProblems } = useProblems(fields)
  const [isBusy, setBusy] = useState(false)
  const [isSent, setSent] = useState(false)
  useFirstField(form)

  async function ask(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    const email = String(new FormData(event.currentTarget).get('email')).trim()
    const problem = problemOf(accountEmail.rules, email)
    setProblems(problem ? { email: problem } : {})
    setSent(false)
    if (problem) return
    setBusy(true)
    try {
      await call(signUpCalls.forgotPassword, { query: { email } }, { handler: false })
      setSent(true)
    } catch (error) {
      setProblems({ answer: wordsOfFailure(error) })
    }
    setBusy(false)
  }

  return (
    <AccountFrame title="Forgot password">
      <form ref={form} onSubmit={ask} noValidate aria-labelledby="account-title">
        <p className="account-lead">Enter your email and we’ll send you a link to set a new password.</p>
        <div role="alert">{problems.answer && <Told isFailure title={problems.answer} />}</div>
        <output>
          {isSent && (
            <Told
              title="Link Generated!"
              description="Password reset link generated, please check your inbox for details"
              more="If that address has an account, a link is on its way. It works once, for half an hour."
            />
          )}
        </output>
        <Field name="email" label="Email" type="email" autoComplete="username" problem={problems.email} />
        <button type="submit" aria-disabled={isBusy}>
          {isBusy ? 'Sending …' : isSent ? 'Send again' : 'Send link'}
        </button>
      </form>
      <p className="account-help">
        <a href="/login">Back to sign-in</a>
      </p>
    </AccountFrame>
  )
}
