import { type InputHTMLAttributes, useState } from 'react'

interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  name: string
  label: string
  type: string
  autoComplete: string
  problem: string | undefined
}

/** A labelled field of the pages outside the shell, which load no component library. */
export function Field({ name, label, type, problem, ...more }: FieldProps) {
  const [isShown, setShown] = useState(false)
  const isSecret = type === 'password'
  return (
    <div className={isSecret ? 'sign-in-field is-secret' : 'sign-in-field'}>
      <label htmlFor={name}>{label}</label>
      <input
        id={name}
        name={name}
        type={isShown ? 'text' : type}
        {...more}
        aria-invalid={problem !== undefined}
        aria-describedby={`${name}-problem`}
        required
      />
      {isSecret && (
        <button
          type="button"
          className="sign-in-show"
          aria-controls={name}
          aria-pressed={isShown}
          onClick={() => setShown(!isShown)}
        >
          {isShown ? 'Hide' : 'Show'}
        </button>
      )}
      <span id={`${name}-problem`} className="sign-in-problem">
        {problem}
      </span>
    </div>
  )
}
