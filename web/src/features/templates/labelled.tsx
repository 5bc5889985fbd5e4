import { Form } from 'antd'
import { type ReactNode, useId } from 'react'

interface LabelledProps {
  label: string
  problem?: string | undefined
  help?: string
  /** @param field what the control takes, so that its label and what is wrong with it are read with it */
  children: (field: { id: string; 'aria-invalid': boolean; 'aria-describedby': string | undefined }) => ReactNode
}

/** A control below its label, of a form within a form. */
export function Labelled({ label, problem, help, children }: LabelledProps) {
  const id = useId()
  const said = problem ?? help
  return (
    <Form.Item
      label={label}
      htmlFor={id}
      {...(problem && { validateStatus: 'error' as const })}
      {...(said && {
        help: (
          <span id={`${id}-help`} role={problem ? 'alert' : undefined}>
            {said}
          </span>
        ),
      })}
    >
      {children({ id, 'aria-invalid': problem !== undefined, 'aria-describedby': said ? `${id}-help` : undefined })}
    </Form.Item>
  )
}
