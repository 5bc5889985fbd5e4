import { EditOutlined, MailOutlined } from '@ant-design/icons'
import { call, CallFailed } from '@dictara/browser/call'
import { type Person, peopleCalls } from '@dictara/contract/people'
import { useQueryClient } from '@tanstack/react-query'
import { App, Button, Flex, Switch, Tooltip } from 'antd'
import { useState } from 'react'
import { useUser } from '../../platform/use-user.ts'
import { useQuestion } from '../../ui/use-question.ts'
import { peopleKey } from './people-queries.ts'

/** Edit, disable or enable, and re-invite (PEOP-07, PEOP-30, PEOP-31, PEOP-51). */
export function DoctorActions({ person, onEdit }: { person: Person; onEdit: () => void }) {
  const { notification } = App.useApp()
  const ask = useQuestion()
  const client = useQueryClient()
  const user = useUser()
  const [isBusy, setBusy] = useState(false)
  const isAdminPerson = person.userType !== 'doctor'

  async function run(action: () => Promise<{ message: string }>) {
    setBusy(true)
    try {
      const { message } = await action()
      notification.success({ title: 'Success', description: message })
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error
      if (error.kind === 'refused') notification.error({ title: 'Failed', description: error.message })
    } finally {
      setBusy(false)
      void client.invalidateQueries({ queryKey: peopleKey })
    }
  }
  const params = { id: person.id }
  const toggle = () =>
    ask({
      title: `${person.isEnabled ? 'Disable' : 'Enable'} ${person.fullName} ?`,
      content: person.isEnabled && 'Their sessions end, and jobs they hold for others return to the pool.',
      okText: 'Yes',
      cancelText: 'No',
      onOk: () => run(() => call(peopleCalls.togglePerson, { params })),
    })

  return (
    <Flex gap={4} align="center">
      <Tooltip title={isAdminPerson ? 'Administrators are edited on the Admins screen.' : 'Edit'}>
        <Button
          type="text"
          icon={<EditOutlined aria-hidden />}
          aria-label={`Edit ${person.fullName}`}
          disabled={!person.isEnabled || isAdminPerson}
          onClick={onEdit}
        />
      </Tooltip>
      <Tooltip title={person.invited ? 'Invite again' : 'Has already set a password'}>
        <Button
          type="text"
          icon={<MailOutlined aria-hidden />}
          aria-label={`Invite ${person.fullName} again`}
          disabled={!person.isEnabled || !person.invited || isBusy}
          onClick={() => void run(() => call(peopleCalls.reInvite, { params }))}
        />
      </Tooltip>
      <Switch
        aria-label={`${person.fullName} is enabled`}
        checked={person.isEnabled}
        disabled={user?.userType !== 'clinicAdmin' || isBusy}
        onChange={toggle}
      />
    </Flex>
  )
}
