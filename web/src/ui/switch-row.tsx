import { Switch, type SwitchProps } from 'antd'
import { useId } from 'react'
import './switch-row.css'

interface SwitchRowProps extends Omit<SwitchProps, 'id'> {
  label: string
  /** What the switch does. */
  about: string
}

/** A switch with its label and a description beside it. Use it in a `Form.Item` with `noStyle`. */
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
