import { call, onSessionEnd } from '@dictara/browser/call'
import { currentUser, storeUser } from '@dictara/browser/session'
import { identityCalls, type PendingSignIn, type StoredUser } from '@dictara/contract/identity'
import { type FormEvent, lazy, type RefObject, Suspense, useEffect, useRef, useState } from 'react'
import { Navigate, useLocation, useNavigate } from 'react-router'
import { forgetUser } from '../../platform/forget-user.ts'
import { openRecorder } from '../../platform/open-recorder.ts'
import { type LaterNotice, takeNotice } from '../../platform/notice-after-load.ts'
import { cancelPasskey, wordsOf } from '../../platform/passkeys.ts'
import { homeOf, paths } from '../../platform/paths.ts'
import { placeOf, takePlace } from '../../platform/place-of-work.ts'
import { useSiteConfig } from '../../platform/use-site-config.ts'
import { useUser } from '../../platform/use-user.ts'
import { AccountFrame, Told } from './account-frame.tsx'
import { Field } from './field.tsx'
import { rememberedRedirect, takeRedirect } from './post-login-redirect.ts'

/** Loaded only if needed. */
const SecondStep = lazy(() => import('./second-step.tsx'))
const LookAround = lazy(() =>
  import('../demo-sign-in/index.ts').then(
    ({ LookAround: of }) => ({ default: of }),
    () => ({ default: () => null }),
  ),
)

const looksLikeEmail = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

interface Problems {
  email?: string
  password?: string
  answer?: string
}

/** The missing values, in the words of AUTH-14 to AUTH-16. */
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

/** Focuses the first empty field, unless the person is already in a field, and then the one that has a problem. */
function useFocus(form: RefObject<HTMLFormElement | null>, problems: Problems, empty: string, pending: unknown) {
  useEffect(() => {
    if (document.activeElement === document.body)
      form.current?.querySelector<HTMLInputElement>(`[name=${empty}]`)?.focus()
  }, [form, empty, pending])
  useEffect(() => {
    const first = problems.email ? 'email' : problems.password ? 'password' : undefined
    if (first) form.current?.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus()
  }, [form, problems])
}

/** Sign-in by email and password (AUTH-04). Loads no component library, since everybody waits for this page first. */
export function LoginPage() {
  const comeIn = useComeIn()
  /** From the page on which the person has just chosen a password. */
  const from = useLocation().state as { notice?: LaterNotice; email?: string } | null
  const [notice] = useState(() => from?.notice ?? takeNotice())
  const [problems, setProblems] = useState<Problems>({})
  const [busyWith, setBusyWith] = useState<Way>()
  const isBusy = busyWith !== undefined
  const hasDemo = useSiteConfig()?.hasDemo
  const [pending, setPending] = useState<PendingSignIn>()
  const form = useRef<HTMLFormElement>(null)
  const passkeyButton = useRef<HTMLButtonElement>(null)
  const isCancelled = useRef(false)
  const user = useUser()
  const { remembered, isOnTheWay } = useWayOn(user)

  useFocus(form, problems, from?.email ? 'password' : 'email', pending)

  async function signIn(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const entries = new FormData(event.currentTarget)
    const body = { email: String(entries.get('email')), password: String(entries.get('password')) }
    const found = problemsOf(body)
    setProblems(found)
    if (found.email || found.password || isBusy) return
    await run('password', async () => {
      const { result, pending: waits } = await call(identityCalls.login, { body }, { handler: false })
      if (waits) return setPending(waits)
      return comeIn(result[0])
    })
  }

  async function run(way: Way, step: () => Promise<boolean | void>) {
    let isLeaving: boolean | void = false
    setBusyWith(way)
    try {
      isLeaving = await step()
    } catch (error) {
      setProblems(isCancelled.current ? {} : { answer: wordsOf(error) })
      if (isCancelled.current) passkeyButton.current?.focus()
    } finally {
      if (!isLeaving) setBusyWith(undefined)
    }
  }

  async function byPasskey() {
    if (isBusy) return
    setProblems({})
    isCancelled.current = false
    await run('passkey', async () => comeIn(await (await import('./sign-in-by-passkey.ts')).signInByPasskey()))
  }
  function cancel() {
    isCancelled.current = true
    void cancelPasskey()
  }

  if (user && !isBusy && !isOnTheWay)
    return <Navigate to={remembered?.startsWith('/') ? remembered : (placeOf(user.id) ?? '/')} replace />
  if (pending)
    return (
      <AccountFrame title="Confirm it’s you">
        <Suspense fallback={<output>Loading …</output>}>
          <SecondStep
            pending={pending}
            onDone={(signedIn) => run('password', () => comeIn(signedIn))}
            onBack={(answer) => {
              setPending(undefined)
              setProblems(answer ? { answer } : {})
            }}
          />
        </Suspense>
      </AccountFrame>
    )
  return (
    <AccountFrame
      title="Sign in"
      below={
        hasDemo && (
          <Suspense>
            <LookAround isBusy={isBusy} onChoice={(signInAs) => run('demo', async () => comeIn(await signInAs()))} />
          </Suspense>
        )
      }
    >
      <form ref={form} onSubmit={signIn} noValidate aria-labelledby="account-title">
        <p className="account-lead">Dictated, typed, reviewed, filed.</p>
        {notice && (
          <output>
            <Told {...notice} />
          </output>
        )}
        <div role="alert">{problems.answer && <Told isFailure title={problems.answer} />}</div>
        <Field
          name="email"
          label="Email"
          type="email"
          autoComplete="username"
          defaultValue={from?.email}
          problem={problems.email}
        />
        <Field
          name="password"
          label="Password"
          type="password"
          autoComplete="current-password"
          problem={problems.password}
        />
        <button type="submit" aria-disabled={isBusy}>
          {busyWith === 'password' ? 'Signing in …' : 'Sign in'}
        </button>
        <OtherWays busyWith={busyWith} button={passkeyButton} onPasskey={() => void byPasskey()} onCancel={cancel} />
      </form>
    </AccountFrame>
  )
}

/** What happens after sign-in. */
function useComeIn() {
  const navigate = useNavigate()
  /** @returns true if this page is being left */
  return async function comeIn(signedIn: StoredUser | undefined): Promise<boolean> {
    if (!signedIn?.token) {
      // oxlint-disable-next-line no-console -- AUTH-35: logged only
      console.error('The answer to the sign-in holds no token')
      return false
    }
    storeUser(signedIn)
    const target = signedIn.mustEnrol ? paths.enrol : (takeRedirect() ?? takePlace(signedIn.id) ?? homeOf(signedIn))
    // The only other origin is the recorder's, which requires a key.
    if (!target.startsWith('/')) return openRecorder()
    await navigate(target, { replace: true })
    return true
  }
}

type Way = 'password' | 'passkey' | 'demo'

interface OtherWaysProps {
  busyWith: Way | undefined
  button: RefObject<HTMLButtonElement | null>
  onPasskey: () => void
  onCancel: () => void
}

/** A passkey, which can be cancelled while the device asks for it, and help for people without a password. */
const OtherWays = ({ busyWith, button, onPasskey, onCancel }: OtherWaysProps) => (
  <>
    {'PublicKeyCredential' in window && (
      <button
        type="button"
        ref={button}
        className="account-other"
        aria-disabled={busyWith !== undefined}
        onClick={onPasskey}
      >
        {busyWith === 'passkey' ? 'Waiting for your passkey …' : 'Sign in with a passkey'}
      </button>
    )}
    <p className="account-help">
      {busyWith === 'passkey' && (
        <button type="button" className="account-link" onClick={onCancel}>
          Cancel
        </button>
      )}
      <a href="/forgot-password">Forgot password?</a> · New clinic? <a href="/signup">Create an account</a>
    </p>
  </>
)

/** The page that /cross-Auth wanted for a person who is already signed in. */
function useWayOn(user: StoredUser | null) {
  const [isLost, setLost] = useState(false)
  // A person sent here by /cross-Auth who is already signed in continues to their target.
  const [remembered] = useState(() => (user ? rememberedRedirect() : null))
  useEffect(() => {
    if (!remembered) return
    if (remembered.startsWith('/')) return void takeRedirect()
    // The stored session may have ended: then the person signs in, and continues from there.
    const stopListening = onSessionEnd(forgetUser)
    void openRecorder().then((isOnItsWay) => {
      if (currentUser()) takeRedirect()
      setLost(!isOnItsWay)
    })
    return stopListening
  }, [remembered])
  return { remembered, isOnTheWay: remembered !== null && !remembered.startsWith('/') && !isLost }
}
