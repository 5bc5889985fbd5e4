import { Button, Dropdown } from 'antd'
import { Ellipsis } from 'lucide-react'
import { useRef } from 'react'
import { type DeskKeyName, shownKeys } from './keys.ts'

export interface DeskChoice {
  key: string
  label: string
  keys?: DeskKeyName
  use: () => void
}

/** What is needed now and then. */
export function DeskMenu({ choices }: { choices: readonly DeskChoice[] }) {
  const trigger = useRef<HTMLButtonElement>(null)
  const items = choices.map(({ key, label, keys }) => ({ key, label, ...(keys ? { extra: shownKeys(keys) } : {}) }))
  const choose = (chosen: string) => {
    // The menu is gone in a moment, and the focus would be nowhere; what is opened gives it back here.
    trigger.current?.focus()
    choices.find(({ key }) => key === chosen)?.use()
  }
  return (
    <Dropdown trigger={['click']} menu={{ items, onClick: ({ key }) => choose(key) }}>
      <Button ref={trigger} aria-label="More" aria-haspopup="menu" icon={<Ellipsis size={18} aria-hidden />} />
    </Dropdown>
  )
}
