import { call, failureOf } from '@dictara/browser/call'
import { accountEmail, clinicName, firstName, lastName, phone } from '@dictara/contract/fields'
import { passwordLength } from '@dictara/contract/identity'
import { signUpCalls } from '@dictara/contract/sign-up'
import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { AccountFrame, Told } from './account-frame.tsx'
import { problemOf } from './account-problems.ts'
import { Field } from './field.tsx'
import { passwordProblems } from './password-problems.ts'
import { type Problems, useFirstField, useProblems } from './use-problems.ts'

const fields = [
  'firstName',
  'lastName',
  'clinicName',
  'email',
  'countryCode',
  'number',
  'password',
  'confirm',
  'acceptedPolicies',
] as const
type Name = (typeof fields)[number]

const countryCode = [
  { required: true, pattern: /^\s*\+?\d{1,4}\s*$/, message: 'Choose the country of the phone number.' },
]
const policies = 'Please accept our Privacy Policy and BAA'

/** Missing or wrong values, in the words of AUTH-14 to AUTH-22; the server judges the strength of a password (Q006). */
function problemsOf(values: Record<Name, string>): Problems<Name> {
  const found: Problems<Name> = {
    firstName: problemOf(firstName.rules, values.firstName),
    lastName: problemOf(lastName.rules, values.lastName),
    clinicName: problemOf(clinicName.rules, values.clinicName),
    email: problemOf(accountEmail.rules, values.email),
    countryCode: problemOf(countryCode, values.countryCode),
    number: problemOf(phone.rules, values.number),
    ...passwordProblems(values),
    acceptedPolicies: values.acceptedPolicies === '' ? policies : undefined,
  }
  return Object.fromEntries(Object.entries(found).filter(([, words]) => words)) as Problems<Name>
}

/** Creates an account: a clinic and its first administrator, verified by a code (AUTH-06, Q002). */
export function SignUpPage() {
  const navigate = useNavigate()
  const { form, problems, setProblems } = useProblems<Name>(fields)
  const [isBusy, setBusy] = useState(false)
  useFirstField(form)

  async function signUp(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const entries = new FormData(event.currentTarget)
    const values = Object.fromEntries(fields.map((name) => [name, String(entries.get(name) ?? '')])) as Record<
      Name,
      string
    >
    const found = problemsOf(values)
    setProblems(found)
    if (Object.keys(found).length > 0 || isBusy) return
    setBusy(true)
    const { firstName, lastName, clinicName, email, password, number } = values
    const body = {
      firstName,
      lastName,
      clinicName,
      email: email.trim(),
      password,
      phoneNumber: { countryCode: values.countryCode.trim(), number },
      acceptedPolicies: true as const,
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    }
    try {
      const { result, message } = await call(signUpCalls.signUp, { body }, { handler: false })
      await navigate(`/otp-verification?id=${result[0]}`, { state: { email: body.email, message } })
    } catch (error) {
      const { code = '', message = '' } = failureOf(error) ?? {}
      setProblems(
        code.startsWith('password-') ? { password: message } : { answer: message || 'Please try again later' },
      )
      setBusy(false)
    }
  }

  const text = (name: Name, label: string, autoComplete: string, more: { type?: string; least?: number } = {}) => (
    <Field name={name} label={label} type="text" autoComplete={autoComplete} problem={problems[name]} {...more} />
  )
  return (
    <AccountFrame title="Create an account">
      <form ref={form} onSubmit={signUp} noValidate aria-labelledby="account-title">
        <p className="account-lead">Set up a new clinic. You’ll be its administrator and can invite your team.</p>
        <div role="alert">{problems.answer && <Told isFailure title={problems.answer} />}</div>
        <div className="account-pair">
          {text('firstName', 'First Name', 'given-name')}
          {text('lastName', 'Last Name', 'family-name')}
        </div>
        {text('clinicName', 'Clinic Name', 'organization')}
        {text('email', 'Email', 'username', { type: 'email' })}
        <div className="account-phone">
          <Field
            name="countryCode"
            label="Country code"
            type="tel"
            autoComplete="tel-country-code"
            defaultValue="+1"
            problem={problems.countryCode}
          />
          {text('number', 'Phone Number', 'tel-national', { type: 'tel' })}
        </div>
        <div className="account-pair">
          {text('password', 'Password', 'new-password', { type: 'password', least: passwordLength.least })}
          {text('confirm', 'Confirm password', 'new-password', { type: 'password' })}
        </div>
        <div className="account-tick">
          <input
            id="acceptedPolicies"
            name="acceptedPolicies"
            type="checkbox"
            value="yes"
            required
            aria-invalid={problems.acceptedPolicies !== undefined}
            aria-describedby="acceptedPolicies-problem"
          />
          <label htmlFor="acceptedPolicies">
            I accept the{' '}
            <a href="/privacy-policy.pdf" target="_blank" rel="noreferrer">
              Privacy Policy
            </a>{' '}
            and the{' '}
            <a href="/business-associate-agreement.pdf" target="_blank" rel="noreferrer">
              Business Associate Agreement (BAA)
            </a>
          </label>
          <span id="acceptedPolicies-problem" className="account-problem">
            {problems.acceptedPolicies}
          </span>
        </div>
        <button type="submit" aria-disabled={isBusy}>
          {isBusy ? 'Creating …' : 'Create account'}
        </button>
      </form>
      <p className="account-help">
        Already have an account? <a href="/login">Sign in</a>
      </p>
    </AccountFrame>
  )
}
