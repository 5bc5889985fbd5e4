import { Form } from 'antd'
import { type ReactNode, useId } from 'react'

interface LabelledProps {
  label: string
  problem?: string | undefined
  /** @param field props for the control that link it to its label and its problem */
  children: (field: { id: string; 'aria-invalid': boolean; 'aria-describedby': string | undefined }) => ReactNode
}

/** A control below its label, for a form within a form. */
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
