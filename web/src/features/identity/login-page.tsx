import { call, CallFailed, onSessionEnd } from '@dictara/browser/call'
import { currentUser, onUserChange, storeUser } from '@dictara/browser/session'
import { identityCalls } from '@dictara/contract/identity'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Navigate, useLocation, useNavigate } from 'react-router'
import { forgetUser } from '../../platform/forget-user.ts'
import { openRecorder } from '../../platform/open-recorder.ts'
import { type LaterNotice, takeNotice } from '../../platform/notice-after-load.ts'
import { homeOf } from '../../platform/paths.ts'
import { takePlace } from '../../platform/place-of-work.ts'
import { useTheme } from '@dictara/browser/use-theme'
import { useTitle } from '../../ui/use-title.ts'
import { Field } from './field.tsx'
import { rememberedRedirect, takeRedirect } from './post-login-redirect.ts'
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
  const told = (useLocation().state as { notice?: LaterNotice } | null)?.notice
  const [notice] = useState(() => told ?? takeNotice())
  const [problems, setProblems] = useState<Problems>({})
  const [isBusy, setBusy] = useState(false)
  const [isLost, setLost] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const user = currentUser()

  // Where everybody begins; who is somewhere already is left there.
  useEffect(() => {
    if (document.activeElement === document.body) form.current?.querySelector<HTMLInputElement>('[name=email]')?.focus()
  }, [])
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
    let isLeaving = false
    setBusy(true)
    try {
      const signedIn = (await call(identityCalls.login, { body }, { handler: false })).result[0]
      if (!signedIn?.token) {
        // oxlint-disable-next-line no-console -- AUTH-35: logged only
        console.error('The answer to the sign-in holds no token')
        return
      }
      storeUser(signedIn)
      isLeaving = await goTo(takeRedirect() ?? takePlace(signedIn.id) ?? homeOf(signedIn))
    } catch (error) {
      setProblems({ answer: (error instanceof CallFailed && error.message) || 'Please try again later' })
    } finally {
      if (!isLeaving) setBusy(false)
    }
  }

  /** @returns whether this page is being left; the only other address is the recorder's, which knows nobody without a key */
  async function goTo(target: string): Promise<boolean> {
    if (!target.startsWith('/')) return openRecorder()
    await navigate(target, { replace: true })
    return true
  }

  // who is sent here by /cross-Auth, but is signed in already, goes on to where they wanted to
  const [remembered] = useState(() => (user ? rememberedRedirect() : null))
  useEffect(() => {
    if (!remembered) return
    if (remembered.startsWith('/')) return void takeRedirect()
    // Who is stored here may be nobody any more: then they sign in, and go on from there.
    const stopListening = onSessionEnd(forgetUser)
    void openRecorder().then((isOnItsWay) => {
      if (currentUser()) takeRedirect()
      setLost(!isOnItsWay)
    })
    return stopListening
  }, [remembered])
  useEffect(
    () =>
      onUserChange((where) => {
        const now = where === 'elsewhere' && currentUser()
        if (now) void navigate(takePlace(now.id) ?? '/', { replace: true })
      }),
    [navigate],
  )

  const isOnTheWay = remembered !== null && !remembered.startsWith('/') && !isLost
  if (user && !isBusy && !isOnTheWay) return <Navigate to={remembered?.startsWith('/') ? remembered : '/'} replace />
  return (
    <main className="sign-in">
      <form ref={form} onSubmit={signIn} noValidate aria-labelledby="sign-in-title">
        <p className="sign-in-brand">Dictara</p>
        <p className="sign-in-promise">Dictated, typed, reviewed, filed.</p>
        <h1 id="sign-in-title">Sign in</h1>
        {notice && (
          <output className="sign-in-notice">
            <strong>{notice.title}</strong>
            <span>{notice.description}</span>
            {notice.more && <span>{notice.more}</span>}
          </output>
        )}
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
        <p className="sign-in-help">No account yet, or no password that works? Ask the administrator of your clinic.</p>
      </form>
    </main>
  )
}
