import { call, wordsOfFailure } from '@dictara/browser/call'
import { storeUser } from '@dictara/browser/session'
import { idForm } from '@dictara/contract/new-id'
import { otpFigures, resendAfterSeconds, signUpCalls } from '@dictara/contract/sign-up'
import { type FormEvent, useEffect, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { homeOf } from '../../platform/paths.ts'
import { figuresOf } from '../../platform/figures-of.ts'
import { AccountFrame, Told } from './account-frame.tsx'
import { Field } from './field.tsx'
import { useFirstField, useProblems } from './use-problems.ts'

const fields = ['otp'] as const

interface FromSignUp {
  email?: string
  message?: string
}
interface Outcome {
  title: string
  description?: string
  isFailure: boolean
}

/** Seconds until a new code may be requested; `again` restarts the countdown. */
function useCountdown(seconds: number) {
  const [left, setLeft] = useState(seconds)
  useEffect(() => {
    if (left <= 0) return
    const tick = setTimeout(() => setLeft(left - 1), 1000)
    return () => clearTimeout(tick)
  }, [left])
  return { left, again: () => setLeft(seconds) }
}

/** Verifies a sign-up by the mailed code; opening the mail's link only fills it in (AUTH-09, AUTH-10). */
export function OtpPage() {
  const [search] = useSearchParams()
  const id = search.get('id') ?? ''
  if (!idForm.test(id))
    return (
      <AccountFrame title="Verify your email">
        <p role="alert">
          This link is incomplete. Copy all of it from the email, or <a href="/signup">sign up again</a>.
        </p>
        <p className="account-help">
          <a href="/login">Go to sign-in</a>
        </p>
      </AccountFrame>
    )
  return <EnterOtp id={id} prefilled={figuresOf(search.get('otp') ?? '', otpFigures)} />
}

function EnterOtp({ id, prefilled }: { id: string; prefilled: string }) {
  const navigate = useNavigate()
  const state = useLocation().state as FromSignUp | null
  const [otp, setOtp] = useState(prefilled)
  const [isBusy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<Outcome>()
  const { left, again } = useCountdown(resendAfterSeconds)
  const { form, problems, setProblems } = useProblems(fields)
  useFirstField(form)
  // A code must not stay in histories and logs.
  useEffect(() => {
    if (prefilled) void navigate(`/otp-verification?id=${id}`, { replace: true, state })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, with what the page was opened with
  }, [])

  async function verify(entered: string) {
    if (isBusy) return
    setOutcome(undefined)
    const problem =
      entered === '' ? 'OTP is required' : entered.length < otpFigures ? `The code has ${otpFigures} digits.` : ''
    setProblems(problem ? { otp: problem } : {})
    if (problem) return
    setBusy(true)
    try {
      const { result } = await call(signUpCalls.verifyOtp, { body: { id, otp: entered } }, { handler: false })
      const user = result[0]
      if (user) {
        storeUser(user)
        await navigate(homeOf(user), { replace: true })
      } else {
        const notice = { title: 'OTP Verified', description: 'Please login to continue' }
        await navigate('/login', { replace: true, state: { notice } })
      }
    } catch (error) {
      setOutcome({ title: "Couldn't verify OTP", description: wordsOfFailure(error), isFailure: true })
      setBusy(false)
      form.current?.querySelector('input')?.select()
    }
  }

  function submitted(event: FormEvent) {
    event.preventDefault()
    void verify(otp)
  }
  function typed(text: string) {
    const figures = figuresOf(text, otpFigures)
    setOtp(figures)
    // The last digit submits the code.
    if (figures.length === otpFigures && figures !== otp) void verify(figures)
  }

  async function resend() {
    if (isBusy) return
    setBusy(true)
    try {
      await call(signUpCalls.resendOtp, { body: { id } }, { handler: false })
      setOutcome({ title: 'OTP sent', description: 'The earlier code no longer works.', isFailure: false })
      setOtp('')
    } catch (error) {
      setOutcome({ title: 'Failed to resend OTP', description: wordsOfFailure(error), isFailure: true })
    }
    setBusy(false)
    setProblems({})
    again()
    form.current?.querySelector('input')?.focus()
  }

  return (
    <AccountFrame title="Verify your email">
      <form ref={form} onSubmit={submitted} noValidate aria-labelledby="account-title">
        <p className="account-lead">
          Enter the {otpFigures}-digit code we sent to {state?.email ? <strong>{state.email}</strong> : 'your email'}.
          It works for ten minutes.
        </p>
        {state?.message?.startsWith('No mail server') && <Told title={state.message} />}
        <div role={outcome?.isFailure ? 'alert' : 'status'}>{outcome && <Told {...outcome} />}</div>
        <div className="account-code">
          <Field
            name="otp"
            label="Code"
            type="text"
            inputMode="numeric"
            autoComplete="one-time-code"
            value={otp}
            onChange={({ target }) => typed(target.value)}
            problem={problems.otp}
          />
        </div>
        <button type="submit" aria-disabled={isBusy}>
          Verify
        </button>
      </form>
      <p className="account-again-row">
        {left > 0 ? (
          `You can request a new code in ${left} s.`
        ) : (
          <button type="button" className="account-other" aria-disabled={isBusy} onClick={() => void resend()}>
            Resend code
          </button>
        )}
      </p>
      <p className="account-help">
        No email? Check your spam folder, or <a href="/signup">sign up again</a> with another address.
      </p>
    </AccountFrame>
  )
}
