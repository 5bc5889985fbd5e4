import { Button, Flex, type InputRef } from 'antd'
import { useEffect, useRef } from 'react'
import { HeadingName, type SystemHeadings } from './heading-name.tsx'
import { headingProblems, isWrong, type Pending } from './heading-problems.ts'
import type { DraftHeading } from './template-values.ts'

interface NewHeadingProps {
  value: Pending
  headings: readonly DraftHeading[]
  systemHeadings: SystemHeadings
  onChange: (pending: Pending) => void
  onAdd: () => void
  onCancel: () => void
}

/** The panel for adding a heading (TMPL-09, TMPL-21). */
export function NewHeading({ value, headings, systemHeadings, onChange, onAdd, onCancel }: NewHeadingProps) {
  const first = useRef<InputRef>(null)
  useEffect(() => first.current?.focus(), [])
  const problems = headingProblems(value, headings)
  function add() {
    if (!isWrong(problems)) return onAdd()
    onChange({ ...value, isTried: true })
    if (problems.customUIHeading) first.current?.focus()
  }
  return (
    <section className="heading-new" aria-label="New Heading">
      <h2>New Heading</h2>
      <HeadingName
        value={value}
        problems={value.isTried ? problems : {}}
        systemHeadings={systemHeadings}
        first={first}
        onEnter={add}
        onChange={(changed) => onChange({ ...value, ...changed })}
      />
      <Flex gap="small">
        <Button type="primary" ghost onClick={add}>
          Add
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </Flex>
    </section>
  )
}
