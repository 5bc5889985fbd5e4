import { call } from '@dictara/browser/call'
import { type Person, peopleCalls } from '@dictara/contract/people'
import { Button, Flex, Switch, Tooltip } from 'antd'
import { Mail, Pencil } from 'lucide-react'
import { useUser } from '../../platform/use-user.ts'
import { useAction } from '../../ui/use-action.ts'
import { offerLink } from './invitation-link.tsx'
import { peopleKey } from './people-queries.ts'

/** Edit, disable or enable, and re-invite (PEOP-07, PEOP-30, PEOP-31, PEOP-51). */
export function PersonActions({ person, onEdit }: { person: Person; onEdit: () => void }) {
  const act = useAction({ refreshes: peopleKey })
  const user = useUser()
  const params = { id: person.id }
  const toggle = () =>
    act.run(() => call(peopleCalls.togglePerson, { params, body: { isEnabled: !person.isEnabled } }), {
      confirm: {
        title: `${person.isEnabled ? 'Disable' : 'Enable'} ${person.fullName} ?`,
        content: person.isEnabled && 'Their sessions end, and jobs they hold for others return to the pool.',
        okText: 'Yes',
        cancelText: 'No',
      },
    })

  return (
    <Flex gap={4} align="center">
      <Tooltip title="Edit">
        <Button
          type="text"
          icon={<Pencil size={16} aria-hidden />}
          aria-label={`Edit ${person.fullName}`}
          disabled={!person.isEnabled}
          onClick={onEdit}
        />
      </Tooltip>
      <Tooltip title={person.invited ? 'Invite again' : 'Has already set a password'}>
        <Button
          type="text"
          icon={<Mail size={16} aria-hidden />}
          aria-label={`Invite ${person.fullName} again`}
          loading={act.isBusy}
          disabled={!person.isEnabled || !person.invited}
          onClick={() => void act.run(() => call(peopleCalls.reInvite, { params }), { offer: offerLink })}
        />
      </Tooltip>
      <Switch
        aria-label={`${person.fullName} is enabled`}
        checked={person.isEnabled}
        disabled={user?.userType !== 'clinicAdmin'}
        onChange={() => void toggle()}
      />
    </Flex>
  )
}
