import { Button, Dropdown } from 'antd'
import { Check, Ellipsis } from 'lucide-react'
import { useRef } from 'react'
import { type DeskKeyName, shownKeys } from '../keys/keys.ts'

export interface DeskChoice {
  key: string
  label: string
  keys?: DeskKeyName
  use: () => void
}

/** A group of options of which exactly one is active. */
export interface DeskSetting {
  key: string
  label: string
  choices: readonly (DeskChoice & { isChosen: boolean })[]
}

/** The less frequent actions. Escape returns to the note. */
export function DeskMenu({
  choices,
  onLeave,
}: {
  choices: readonly (DeskChoice | DeskSetting)[]
  onLeave: () => void
}) {
  const trigger = useRef<HTMLButtonElement>(null)
  const items = choices.map((one) =>
    'choices' in one
      ? {
          key: one.key,
          label: one.label,
          popupClassName: 'desk-steps',
          children: one.choices.map(({ key, label, isChosen }) => ({
            key,
            label,
            extra: isChosen && (
              <>
                <Check size={16} aria-hidden />
                <span className="visually-hidden">chosen</span>
              </>
            ),
          })),
        }
      : { key: one.key, label: one.label, ...(one.keys ? { extra: shownKeys(one.keys) } : {}) },
  )
  const choose = (chosen: string) => {
    // Focus the button first, because the menu closes: whatever opens next returns the focus here.
    trigger.current?.focus()
    choices
      .flatMap((one) => ('choices' in one ? one.choices : one))
      .find(({ key }) => key === chosen)
      ?.use()
  }
  const leave = () => {
    // The menu returns the focus to its button, which is wrong for a person who clicked elsewhere.
    if (document.activeElement === trigger.current) onLeave()
  }
  return (
    <Dropdown
      trigger={['click']}
      onOpenChange={(isOpen, { source }) => !isOpen && source === 'trigger' && leave()}
      menu={{ items, onClick: ({ key }) => choose(key) }}
    >
      <Button ref={trigger} aria-label="More" aria-haspopup="menu" icon={<Ellipsis size={18} aria-hidden />} />
    </Dropdown>
  )
}
