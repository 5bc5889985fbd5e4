import { call, failureOf, wordsOfFailure } from '@dictara/browser/call'
import { identityCalls } from '@dictara/contract/identity'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { AccountFrame, Told } from './account-frame.tsx'
import { Field } from './field.tsx'
import { type PasswordProblems, passwordProblems } from './password-problems.ts'

const title = 'Set your password'

type Link =
  | { state: 'asking' | 'invalid' | 'unreachable' }
  | { state: 'open'; email: string; firstName: string; leastCharacters: number }

/** Sets a password through the one-time link of an invitation (AUTH-08, AUTH-20, Q005). */
export function ResetPasswordPage() {
  const { token = '' } = useParams()
  const navigate = useNavigate()
  const [link, setLink] = useState<Link>({ state: 'asking' })
  const [problems, setProblems] = useState<PasswordProblems>({})
  const [isBusy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)

  useEffect(() => {
    call(identityCalls.findInvitation, { query: { token } }, { handler: false }).then(
      ({ result }) => setLink({ state: 'open', ...result[0]! }),
      (error: unknown) => setLink({ state: failureOf(error)?.kind === 'refused' ? 'invalid' : 'unreachable' }),
    )
  }, [token])
  // Once the form is rendered.
  useEffect(() => {
    if (link.state === 'open') form.current?.querySelector<HTMLInputElement>('[name=password]')?.focus()
  }, [link.state])
  useEffect(() => {
    const first = problems.password ? 'password' : problems.confirm ? 'confirm' : undefined
    if (first) form.current?.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus()
  }, [problems])

  async function set(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const entries = new FormData(event.currentTarget)
    const password = String(entries.get('password'))
    const found = passwordProblems({ password, confirm: String(entries.get('confirm')) })
    setProblems(found)
    if (found.password || found.confirm || isBusy) return
    setBusy(true)
    try {
      await call(identityCalls.resetPassword, { body: { token, password } }, { handler: false })
      const notice = { title: 'Success', description: 'Please use your new password to login.' }
      await navigate('/login', { replace: true, state: { notice, email: link.state === 'open' ? link.email : '' } })
    } catch (error) {
      setProblems({ answer: wordsOfFailure(error) })
      setBusy(false)
    }
  }

  if (link.state !== 'open')
    return (
      <AccountFrame title={title}>
        {link.state === 'asking' && <output>Loading …</output>}
        {link.state === 'invalid' && (
          <>
            <p role="alert">This link no longer works.</p>
            <a className="account-main" href="/forgot-password">
              Send me a new one
            </a>
          </>
        )}
        {link.state === 'unreachable' && <p role="alert">The server can’t be reached. Try again in a moment.</p>}
        <p className="account-help">
          <a href="/login">Go to sign-in</a>
        </p>
      </AccountFrame>
    )
  return (
    <AccountFrame title={title}>
      <form ref={form} onSubmit={set} noValidate aria-labelledby="account-title">
        <p className="account-lead">
          Welcome, <bdi>{link.firstName}</bdi>. You’ll sign in as <strong>{link.email}</strong>.
        </p>
        <div role="alert">{problems.answer && <Told isFailure title={problems.answer} />}</div>
        <input type="hidden" name="username" autoComplete="username" value={link.email} />
        <Field
          name="password"
          label="Password"
          type="password"
          autoComplete="new-password"
          least={link.leastCharacters}
          problem={problems.password}
        />
        <Field
          name="confirm"
          label="Confirm password"
          type="password"
          autoComplete="new-password"
          problem={problems.confirm}
        />
        <button type="submit" aria-disabled={isBusy}>
          {isBusy ? 'Saving …' : 'Set password'}
        </button>
      </form>
    </AccountFrame>
  )
}
