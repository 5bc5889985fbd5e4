import { call, onSessionEnd, wordsOfFailure } from '@dictara/browser/call'
import { currentUser, onUserChange, storeUser } from '@dictara/browser/session'
import { identityCalls, type PendingSignIn, type StoredUser } from '@dictara/contract/identity'
import { type FormEvent, lazy, Suspense, useEffect, useRef, useState } from 'react'
import { Navigate, useLocation, useNavigate } from 'react-router'
import { forgetUser } from '../../platform/forget-user.ts'
import { openRecorder } from '../../platform/open-recorder.ts'
import { type LaterNotice, takeNotice } from '../../platform/notice-after-load.ts'
import { homeOf, paths } from '../../platform/paths.ts'
import { takePlace } from '../../platform/place-of-work.ts'
import { useTheme } from '@dictara/browser/use-theme'
import { useTitle } from '../../ui/use-title.ts'
import { Field } from './field.tsx'
import { rememberedRedirect, takeRedirect } from './post-login-redirect.ts'
import './sign-in.css'

/** Loaded when somebody needs it. */
const SecondStep = lazy(() => import('./second-step.tsx'))

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

const Notice = ({ title, description, more }: LaterNotice) => (
  <output className="sign-in-notice">
    <strong>{title}</strong>
    <span>{description}</span>
    {more && <span>{more}</span>}
  </output>
)

/** Sign-in by email and password (AUTH-04). Loads no component library: it is the first thing that everybody waits for. */
export function LoginPage() {
  useTitle('Sign in')
  useTheme()
  const navigate = useNavigate()
  const told = (useLocation().state as { notice?: LaterNotice } | null)?.notice
  const [notice] = useState(() => told ?? takeNotice())
  const [problems, setProblems] = useState<Problems>({})
  const [isBusy, setBusy] = useState(false)
  const [pending, setPending] = useState<PendingSignIn>()
  const form = useRef<HTMLFormElement>(null)
  const user = currentUser()
  const { remembered, isOnTheWay } = useWayOn(user)

  // Where everybody begins; who is somewhere already is left there.
  useEffect(() => {
    if (document.activeElement === document.body) form.current?.querySelector<HTMLInputElement>('[name=email]')?.focus()
  }, [pending])
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
    await run(async () => {
      const { result, pending: waits } = await call(identityCalls.login, { body }, { handler: false })
      if (waits) return setPending(waits)
      return comeIn(result[0])
    })
  }

  /** @returns true when this page is being left */
  async function comeIn(signedIn: StoredUser | undefined): Promise<boolean> {
    if (!signedIn?.token) {
      // oxlint-disable-next-line no-console -- AUTH-35: logged only
      console.error('The answer to the sign-in holds no token')
      return false
    }
    storeUser(signedIn)
    const target = signedIn.mustEnrol ? paths.enrol : (takeRedirect() ?? takePlace(signedIn.id) ?? homeOf(signedIn))
    // The only other address is the recorder's, which knows nobody without a key.
    if (!target.startsWith('/')) return openRecorder()
    await navigate(target, { replace: true })
    return true
  }

  async function run(step: () => Promise<boolean | void>) {
    let isLeaving: boolean | void = false
    setBusy(true)
    try {
      isLeaving = await step()
    } catch (error) {
      setProblems({ answer: wordsOfFailure(error) })
    } finally {
      if (!isLeaving) setBusy(false)
    }
  }

  async function byPasskey() {
    setProblems({})
    if (!isBusy) await run(async () => comeIn(await (await import('./sign-in-by-passkey.ts')).signInByPasskey()))
  }

  if (user && !isBusy && !isOnTheWay) return <Navigate to={remembered?.startsWith('/') ? remembered : '/'} replace />
  if (pending)
    return (
      <main className="sign-in">
        <Suspense fallback={<output>One moment, please …</output>}>
          <SecondStep
            pending={pending}
            onDone={(signedIn) => run(() => comeIn(signedIn))}
            onBack={(answer) => {
              setPending(undefined)
              setProblems(answer ? { answer } : {})
            }}
          />
        </Suspense>
      </main>
    )
  return (
    <main className="sign-in">
      <form ref={form} onSubmit={signIn} noValidate aria-labelledby="sign-in-title">
        <p className="sign-in-brand">Dictara</p>
        <p className="sign-in-promise">Dictated, typed, reviewed, filed.</p>
        <h1 id="sign-in-title">Sign in</h1>
        {notice && <Notice {...notice} />}
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
        {'PublicKeyCredential' in window && (
          <button type="button" className="sign-in-other" aria-disabled={isBusy} onClick={() => void byPasskey()}>
            Sign in with a passkey
          </button>
        )}
        <p className="sign-in-help">
          <a href="/forgot-password">Forgot password?</a> · <a href="/signup">Create an account</a> for a new clinic.
        </p>
      </form>
    </main>
  )
}

/** Where who is signed in already is led on to: what /cross-Auth remembered, also when they sign in in another tab. */
function useWayOn(user: StoredUser | null) {
  const navigate = useNavigate()
  const [isLost, setLost] = useState(false)
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
  return { remembered, isOnTheWay: remembered !== null && !remembered.startsWith('/') && !isLost }
}
