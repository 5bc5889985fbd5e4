import type { StoredUser } from '@dictara/contract/identity'
import { App, Dropdown } from 'antd'
import { ArrowLeftRight } from 'lucide-react'
import { useState } from 'react'
import { roleOf, useDemoPeople } from './demo-people.ts'
import './person-switcher.css'

interface PersonSwitcherProps {
  user: StoredUser
  /** Ends this session and continues as another person. @returns false if that failed */
  onSwitch: (userId: string) => Promise<boolean>
}

/**
 * Shown in the header of the demo: continues as another person with one click (Q212). Opens when pointed at or pressed.
 */
export default function PersonSwitcher({ user, onSwitch }: PersonSwitcherProps) {
  const { notification } = App.useApp()
  const people = useDemoPeople()
  const [isOpen, setOpen] = useState(false)
  const [isBusy, setBusy] = useState(false)
  if (people.length === 0) return null
  const me = people.find(({ id }) => id === user.id)
  const shown = isBusy ? 'Switching …' : me ? roleOf(me) : ''

  async function choose(userId: string) {
    setOpen(false)
    if (isBusy || userId === user.id) return
    setBusy(true)
    if (await onSwitch(userId)) return
    setBusy(false)
    notification.error({ title: 'You are still signed in', description: 'The server did not answer. Try again.' })
  }

  return (
    <Dropdown
      open={isOpen}
      onOpenChange={setOpen}
      trigger={['hover']}
      getPopupContainer={(button) => button.parentElement ?? document.body}
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- of its menu, which is opened by a press
      autoFocus
      menu={{
        selectedKeys: [user.id],
        onClick: ({ key }) => void choose(key),
        items: people.map((person) => ({
          key: person.id,
          label: (
            <span className="person-switcher-item">
              {roleOf(person)} <span>{person.fullName}</span>
            </span>
          ),
        })),
      }}
    >
      <button
        type="button"
        className="shell-button person-switcher"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-label={`${shown} – switch person`}
        aria-busy={isBusy}
        onClick={() => setOpen(true)}
      >
        <ArrowLeftRight size={18} aria-hidden />
        <span className="shell-person">{shown}</span>
      </button>
    </Dropdown>
  )
}
