import { Input, type InputRef } from 'antd'
import type { RefObject } from 'react'
import { QuerySelect } from '../../ui/query-select.tsx'
import type { HeadingProblems } from './heading-problems.ts'
import { Labelled } from './labelled.tsx'
import type { DraftHeading } from './template-values.ts'

/** The names of the system sections, as the result of a query. */
export interface SystemHeadings {
  data: string[] | undefined
  isPending: boolean
  isError: boolean
  error: Error | null
  refetch: () => unknown
}

type Named = Pick<DraftHeading, 'customUIHeading' | 'systemHeading'>

interface HeadingNameProps {
  value: Named
  problems: HeadingProblems
  systemHeadings: SystemHeadings
  isDisabled?: boolean
  onChange: (changed: Partial<Named>) => void
  /** The first field. */
  first?: RefObject<InputRef | null>
  /** Enter in it; the surrounding form is not sent. */
  onEnter?: () => void
}

/** The name of a heading, and the system section that it is mapped to. */
export const HeadingName = ({ value, problems, systemHeadings, isDisabled = false, ...props }: HeadingNameProps) => (
  <div className="heading-name">
    <Labelled label="Heading" problem={problems.customUIHeading}>
      {(field) => (
        <Input
          {...field}
          {...(props.first && { ref: props.first })}
          autoComplete="off"
          maxLength={250}
          disabled={isDisabled}
          value={value.customUIHeading}
          onPressEnter={(event) => {
            event.preventDefault()
            props.onEnter?.()
          }}
          onChange={(event) => props.onChange({ customUIHeading: event.target.value })}
        />
      )}
    </Labelled>
    <Labelled label="System section" problem={problems.systemHeading}>
      {(field) => (
        <QuerySelect
          {...field}
          of={systemHeadings}
          failed="Couldn’t load the system sections"
          placeholder="Select a system section"
          disabled={isDisabled}
          value={value.systemHeading || null}
          options={(names) =>
            [...new Set([...(names ?? []), value.systemHeading])]
              .filter(Boolean)
              .map((name) => ({ value: name, label: name }))
          }
          onChange={(systemHeading: string) => props.onChange({ systemHeading })}
        />
      )}
    </Labelled>
  </div>
)
