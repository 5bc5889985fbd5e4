import { Button } from 'antd'
import { X } from 'lucide-react'
import { useRef } from 'react'
import './filter-chips.css'

/** A filter of a list. */
export interface Filter {
  title: string
  chosen: readonly string[]
  /** The options; absent until they are known. */
  options: readonly { id: string; name: string }[] | undefined
  onChange: (ids: string[]) => void
}

/** The filters in use, each with a button that removes it. */
export function FilterChips({ filters }: { filters: readonly Filter[] }) {
  const box = useRef<HTMLFieldSetElement>(null)
  const chips = filters.flatMap(({ title, chosen, options, onChange }) =>
    chosen.map((id) => ({
      id,
      label: `${title}: ${options?.find((option) => option.id === id)?.name ?? '…'}`,
      remove: () => onChange(chosen.filter((other) => other !== id)),
    })),
  )
  return (
    // The group keeps the focus when the last chip is removed.
    <fieldset ref={box} aria-label="Filters in use" tabIndex={-1} className="filter-chips">
      {chips.map(({ id, label, remove }, place) => (
        <Button
          key={id}
          size="small"
          aria-label={`${label}, remove`}
          onClick={() => {
            const buttons = box.current!.querySelectorAll('button')
            ;(buttons[place + 1] ?? buttons[place - 1] ?? box.current!).focus()
            remove()
          }}
        >
          {label} <X size={14} aria-hidden />
        </Button>
      ))}
    </fieldset>
  )
}
