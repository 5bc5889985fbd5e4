import { Form } from 'antd'
import { type ReactNode, useId } from 'react'

interface LabelledProps {
  label: string
  problem?: string | undefined
  /** @param field what the control takes, so that its label and what is wrong with it are read with it */
  children: (field: { id: string; 'aria-invalid': boolean; 'aria-describedby': string | undefined }) => ReactNode
}

/** A control below its label, of a form within a form. */
export function Labelled({ label, problem, children }: LabelledProps) {
  const id = useId()
  return (
    <Form.Item
      label={label}
      htmlFor={id}
      {...(problem && { validateStatus: 'error' as const })}
      {...(problem && {
        help: (
          <span id={`${id}-help`} role="alert">
            {problem}
          </span>
        ),
      })}
    >
      {children({ id, 'aria-invalid': problem !== undefined, 'aria-describedby': problem ? `${id}-help` : undefined })}
    </Form.Item>
  )
}
