import { useId, type ReactNode, type SelectHTMLAttributes } from 'react'

interface SelectFieldProps extends Omit<SelectHTMLAttributes<HTMLSelectElement>, 'onChange'> {
  label: string
  hint?: ReactNode
  onChoose(value: string): void
}

/** A labelled choice from a list. */
export function SelectField({ label, hint, onChoose, children, ...select }: SelectFieldProps) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id} className={select.required ? 'required' : undefined}>
        {label}
      </label>
      <select
        id={id}
        {...select}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onChange={(event) => onChoose(event.currentTarget.value)}
      >
        {children}
      </select>
      {hint ? (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      ) : null}
    </div>
  )
}
