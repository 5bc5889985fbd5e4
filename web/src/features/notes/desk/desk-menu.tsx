import { EllipsisOutlined } from '@ant-design/icons'
import { Button, Dropdown } from 'antd'
import { type DeskKeyName, shownKeys } from './keys.ts'

export interface DeskChoice {
  key: string
  label: string
  keys?: DeskKeyName
  use: () => void
}

/** What is needed now and then. */
export function DeskMenu({ choices }: { choices: readonly DeskChoice[] }) {
  const items = choices.map(({ key, label, keys }) => ({ key, label, ...(keys ? { extra: shownKeys(keys) } : {}) }))
  return (
    <Dropdown
      trigger={['click']}
      menu={{ items, onClick: ({ key }) => choices.find((choice) => choice.key === key)?.use() }}
    >
      <Button aria-label="More" aria-haspopup="menu" icon={<EllipsisOutlined aria-hidden />} />
    </Dropdown>
  )
}
