import { type InputHTMLAttributes, useState } from 'react'

interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  name: string
  label: string
  type: string
  autoComplete: string
  problem: string | undefined
  /** Minimum length of a new password; the number of missing characters is shown during typing. */
  least?: number
}

const stillNeeds = (least: number, length: number) => {
  if (length === 0) return `At least ${least} characters. A short sentence works well.`
  if (length >= least) return 'Long enough'
  return length === least - 1 ? '1 more character' : `${least - length} more characters`
}

/** A labelled field for the pages outside the shell, which load no component library. */
export function Field({ name, label, type, problem, least, ...more }: FieldProps) {
  const [isShown, setShown] = useState(false)
  const [length, setLength] = useState(0)
  const isSecret = type === 'password'
  const hint = least === undefined || problem !== undefined ? undefined : stillNeeds(least, length)
  return (
    <div className={isSecret ? 'account-field is-secret' : 'account-field'}>
      <label htmlFor={name}>{label}</label>
      <input
        id={name}
        name={name}
        type={isShown ? 'text' : type}
        {...more}
        {...(least !== undefined && { onInput: ({ currentTarget }) => setLength([...currentTarget.value].length) })}
        aria-invalid={problem !== undefined}
        aria-describedby={`${name}-problem`}
        required
      />
      {isSecret && (
        <button
          type="button"
          className="account-show"
          aria-controls={name}
          aria-pressed={isShown}
          onClick={() => setShown(!isShown)}
        >
          {isShown ? 'Hide' : 'Show'}
        </button>
      )}
      <span id={`${name}-problem`} className={hint ? 'account-hint' : 'account-problem'}>
        {problem ?? hint}
      </span>
    </div>
  )
}
