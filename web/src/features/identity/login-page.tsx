import { call, CallFailed } from '@dictara/browser/call'
import { currentUser, storeUser } from '@dictara/browser/session'
import { identityCalls } from '@dictara/contract/identity'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Navigate, useLocation, useNavigate } from 'react-router'
import { homeOf } from '../../platform/paths.ts'
import { useTheme } from '../../platform/use-theme.ts'
import { useTitle } from '../../ui/use-title.ts'
import { takeRedirect } from './post-login-redirect.ts'
import './sign-in.css'

const looksLikeEmail = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

interface Problems {
  email?: string
  password?: string
  answer?: string
}

/** What is missing, in the words of AUTH-14 to AUTH-16. */
export function problemsOf({ email, password }: { email: string; password: string }): Problems {
  return {
    ...(email.trim() === ''
      ? { email: 'Email is required' }
      : looksLikeEmail.test(email.trim())
        ? {}
        : { email: 'Please enter valid Email' }),
    ...(password === '' ? { password: 'Password is required' } : {}),
  }
}

/** Sign-in by email and password (AUTH-04). Loads no component library: it is the first thing that everybody waits for. */
export function LoginPage() {
  useTitle('Sign in')
  useTheme()
  const navigate = useNavigate()
  const notice = (useLocation().state as { notice?: string } | null)?.notice
  const [problems, setProblems] = useState<Problems>({})
  const [isBusy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const user = currentUser()

  useEffect(() => {
    const first = problems.email ? 'email' : problems.password ? 'password' : undefined
    if (first) form.current?.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus()
  }, [problems])

  async function signIn(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const entries = new FormData(event.currentTarget)
    const body = { email: String(entries.get('email')), password: String(entries.get('password')) }
    const found = problemsOf(body)
    setProblems(found)
    if (found.email || found.password || isBusy) return
    setBusy(true)
    try {
      const signedIn = (await call(identityCalls.login, { body }, { handler: false })).result[0]
      if (!signedIn?.token) return
      storeUser(signedIn)
      goTo(takeRedirect() ?? homeOf(signedIn))
    } catch (error) {
      setProblems({ answer: error instanceof CallFailed ? error.message : 'Please try again later' })
    } finally {
      setBusy(false)
    }
  }

  const goTo = (target: string) =>
    target.startsWith('/') ? navigate(target, { replace: true }) : location.replace(target)

  if (user && !isBusy) return <Navigate to="/" replace />
  return (
    <main className="sign-in">
      <form ref={form} onSubmit={signIn} noValidate aria-labelledby="sign-in-title">
        <p className="sign-in-brand">Dictara</p>
        <h1 id="sign-in-title">Sign in</h1>
        {notice && <output>{notice}</output>}
        <div role="alert">{problems.answer && <p className="sign-in-refusal">{problems.answer}</p>}</div>
        <Field name="email" label="Email" type="email" autoComplete="username" problem={problems.email} />
        <Field
          name="password"
          label="Password"
          type="password"
          autoComplete="current-password"
          problem={problems.password}
        />
        <button type="submit" aria-disabled={isBusy}>
          {isBusy ? 'Signing in …' : 'Sign in'}
        </button>
        <p className="sign-in-links">
          <a href="/forgot-password">Forgot password?</a>
          <a href="/signup">Create an account</a>
        </p>
      </form>
    </main>
  )
}

interface FieldProps {
  name: string
  label: string
  type: string
  autoComplete: string
  problem: string | undefined
}

export function Field({ name, label, type, autoComplete, problem }: FieldProps) {
  return (
    <div className="sign-in-field">
      <label htmlFor={name}>{label}</label>
      <input
        id={name}
        name={name}
        type={type}
        autoComplete={autoComplete}
        aria-invalid={problem !== undefined}
        aria-describedby={`${name}-problem`}
        required
      />
      <span id={`${name}-problem`} className="sign-in-problem">
        {problem}
      </span>
    </div>
  )
}
