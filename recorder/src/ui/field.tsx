import { useId, type ReactNode, type SelectHTMLAttributes } from 'react'

interface InlineSelectProps extends Omit<SelectHTMLAttributes<HTMLSelectElement>, 'onChange'> {
  label: string
  icon?: ReactNode
  /** Its label is shown before it. */
  isNamed?: boolean
  onChoose(value: string): void
}

/** A choice that usually has a value already, in a line with others. */
export function InlineSelect({ label, icon, isNamed = false, onChoose, children, ...select }: InlineSelectProps) {
  const id = useId()
  return (
    <div className="inline-select">
      {icon}
      <label htmlFor={id} className={isNamed ? undefined : 'visually-hidden'}>
        {label}
      </label>
      <select id={id} {...select} onChange={(event) => onChoose(event.currentTarget.value)}>
        {children}
      </select>
    </div>
  )
}
