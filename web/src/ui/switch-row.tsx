import { Switch, type SwitchProps } from 'antd'
import { useId } from 'react'
import './switch-row.css'

interface SwitchRowProps extends Omit<SwitchProps, 'id'> {
  label: string
  /** What it does. */
  about: string
}

/** A switch with its label and what it does beside it. Stands in a `Form.Item` without style. */
export function SwitchRow({ label, about, ...props }: SwitchRowProps) {
  const id = useId()
  return (
    <div className="switch-row">
      <Switch {...props} id={id} aria-describedby={`${id}-about`} />
      <label htmlFor={id}>{label}</label>
      <span id={`${id}-about`}>{about}</span>
    </div>
  )
}
