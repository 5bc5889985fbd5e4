interface FieldProps {
  name: string
  label: string
  type: string
  autoComplete: string
  problem: string | undefined
}

/** A labelled field of the pages outside the shell, which load no component library. */
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
