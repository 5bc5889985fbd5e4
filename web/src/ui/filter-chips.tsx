import { Button } from 'antd'
import { X } from 'lucide-react'
import { useRef } from 'react'
import './filter-chips.css'

/** Something by which a list is narrowed. */
export interface Filter {
  title: string
  chosen: readonly string[]
  /** What may be chosen; absent while it is not known. */
  options: readonly { id: string; name: string }[] | undefined
  onChange: (ids: string[]) => void
}

/** What a list is narrowed to, each with a way to take it back. */
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
    // The focus stays here when the last one goes.
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
