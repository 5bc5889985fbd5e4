import { Button } from 'antd'
import { Plus } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { moved } from '../../ui/moved.ts'
import { SortableList } from '../../ui/sortable-list.tsx'
import { HeadingFields } from './heading-fields.tsx'
import './heading-list.css'
import type { SystemHeadings } from './heading-name.tsx'
import { isWrong, problemsOfEach } from './heading-problems.ts'
import { HeadingRow } from './heading-row.tsx'
import { NewHeading } from './new-heading.tsx'
import { type DraftHeading, newHeading } from './template-values.ts'
import type { Headings } from './use-headings.ts'

interface HeadingListProps {
  /** Set by the form, whose field it is. */
  id?: string
  value?: readonly DraftHeading[]
  onChange?: (value: readonly DraftHeading[]) => void
  state: Headings
  systemHeadings: SystemHeadings
  /** The list is read-only. */
  isFixed: boolean
}

/** The headings of a template: in their order, with one open, or a new one being added (TMPL-21 to TMPL-25). */
export function HeadingList({ id, value = [], onChange, state, systemHeadings, isFixed }: HeadingListProps) {
  const box = useRef<HTMLDivElement>(null)
  const next = useRef<string | null>(null)
  useEffect(() => {
    if (next.current === null) return
    const found = box.current?.querySelector<HTMLElement>(next.current) ?? box.current?.querySelector('.heading-add')
    if (found instanceof HTMLElement) found.focus()
    next.current = null
  })
  const focusThen = (selector: string) => {
    next.current = selector
  }
  const change = (key: string, changed: Partial<DraftHeading>) =>
    onChange?.(value.map((heading) => (heading.key === key ? { ...heading, ...changed } : heading)))
  function add() {
    const { customUIHeading, systemHeading } = state.pending!
    const heading = newHeading(customUIHeading.trim(), systemHeading)
    onChange?.([...value, heading])
    state.setPending(null)
    state.open(heading.key)
    focusThen(`[data-heading="${heading.key}"]`)
  }
  function remove(key: string) {
    const at = value.findIndex((heading) => heading.key === key)
    const neighbour = value[at + 1] ?? value[at - 1]
    onChange?.(value.filter((heading) => heading.key !== key))
    if (state.openKey === key) state.open(null)
    focusThen(neighbour ? `[data-heading="${neighbour.key}"]` : '.heading-add')
  }
  function open(key: string | null) {
    // Keep the typed text of a new heading: it must be saved or cancelled first.
    if (!state.pending) state.open(key)
  }

  const problems = problemsOfEach(value)
  const problemOf = new Map(value.map(({ key }, at) => [key, problems[at]!]))
  return (
    <div ref={box} id={id} tabIndex={-1} className="heading-list">
      <SortableList
        label="Headings"
        items={value}
        keyOf={({ key }) => key}
        nameOf={({ customUIHeading }) => customUIHeading.trim() || 'Heading without a name'}
        isFixed={isFixed}
        onMove={(from, to) => onChange?.(moved(value, from, to))}
      >
        {(heading, handle) => {
          const own = problemOf.get(heading.key)!
          return (
            <HeadingRow
              heading={heading}
              handle={handle}
              isOpen={heading.key === state.openKey}
              isWrong={isWrong(own)}
              isFixed={isFixed}
              onOpen={open}
              onDelete={remove}
            >
              <HeadingFields
                value={heading}
                problems={own}
                systemHeadings={systemHeadings}
                isDisabled={isFixed}
                onChange={(changed) => change(heading.key, changed)}
                insertion={state.insertion}
              />
            </HeadingRow>
          )
        }}
      </SortableList>
      {state.pending ? (
        <NewHeading
          value={state.pending}
          headings={value}
          systemHeadings={systemHeadings}
          onChange={state.setPending}
          onAdd={add}
          onCancel={() => {
            state.setPending(null)
            focusThen('.heading-add')
          }}
        />
      ) : (
        !isFixed && (
          <Button className="heading-add" icon={<Plus size={16} aria-hidden />} onClick={state.begin}>
            New Heading
          </Button>
        )
      )}
    </div>
  )
}
