import { call } from '@dictara/browser/call'
import { accountEmail } from '@dictara/contract/fields'
import { peopleRefusals } from '@dictara/contract/people'
import { profileCalls, profileRefusals } from '@dictara/contract/profile'
import { Button, Form, Input, Typography } from 'antd'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { forgetUser } from '../../platform/forget-user.ts'
import { noticeAfterLoad } from '../../platform/notice-after-load.ts'
import { paths } from '../../platform/paths.ts'
import { TextItem } from '../../ui/text-item.tsx'
import { SecondFactor, useFactors } from '../second-factor/index.ts'
import { SignedIn } from '../sessions/index.ts'
import { useFocusBack } from '../../ui/use-focus-back.ts'
import { EditForm } from './edit-form.tsx'
import type { TabProps } from './tab-props.ts'

interface Values {
  email: string
  currentPassword: string
  newPassword: string
}

const fields: Record<string, keyof Values> = {
  [profileRefusals.wrongPassword.code]: 'currentPassword',
  [peopleRefusals.emailTaken.code]: 'email',
  'password-too-short': 'newPassword',
  'password-too-long': 'newPassword',
  'password-known': 'newPassword',
}

/** The session has ended: the sign-in page says why. */
function leave() {
  noticeAfterLoad({ title: 'Credentials Changed', description: 'Please Login To Continue' })
  forgetUser()
  location.assign(paths.login)
}

const Password = ({ name, label, autoComplete }: { name: keyof Values; label: string; autoComplete: string }) => (
  <Form.Item name={name} label={label} rules={[{ required: true, message: `${label} is required` }]}>
    <Input.Password autoComplete={autoComplete} maxLength={1024} />
  </Form.Item>
)

/** A form that replaces its button: the focus moves to its first field, and back to the button afterwards (PROF-09). */
function NewPassword({ button }: { button: RefObject<HTMLButtonElement | null> }) {
  useFocusBack(button)
  useEffect(() => document.getElementById('credentials_currentPassword')?.focus(), [])
  return <Password name="newPassword" label="New Password" autoComplete="new-password" />
}

/** A person's email, password and second factor, and where they are signed in. */
export const UserCredentials = ({ profile }: Pick<TabProps, 'profile'>) => (
  <>
    <Credentials profile={profile} />
    <SecondFactor />
    <SignedIn userId={profile.id} />
  </>
)

/** Email and password (PROF-20 to PROF-22, Q060). */
function Credentials({ profile: { email, version } }: Pick<TabProps, 'profile'>) {
  const { data } = useFactors()
  const hasFactor = data !== undefined && (data.totpSince !== null || data.passkeys.length > 0)
  const [isPassword, setPassword] = useState(false)
  const [isMoved, setMoved] = useState(false)
  const change = useRef<HTMLButtonElement>(null)
  return (
    <EditForm<Values>
      name="credentials"
      initial={{ email, currentPassword: '', newPassword: '' }}
      version={version}
      send={({ email, currentPassword, newPassword }) =>
        call(profileCalls.changeCredentials, {
          body: { email, currentPassword, newPassword: isPassword ? newPassword : null },
        })
      }
      success={false}
      failure={{ title: 'Error', words: 'Unable to update credentials' }}
      fieldOf={(code) => fields[code]}
      onSaved={leave}
      onCancel={isPassword ? () => setPassword(false) : undefined}
      onChange={(values) => setMoved(values.email.trim() !== email)}
      beside={
        !isPassword && (
          <Button ref={change} onClick={() => setPassword(true)}>
            Change Password
          </Button>
        )
      }
    >
      <div className="profile-fields">
        <TextItem name="email" label="Email" field={accountEmail} type="email" autoComplete="username" />
        {(isPassword || isMoved) && (
          <Password name="currentPassword" label="Current Password" autoComplete="current-password" />
        )}
        {isPassword && <NewPassword button={change} />}
      </div>
      {isPassword && (
        <Typography.Paragraph type="secondary">
          {hasFactor ? 'At least 8 characters, since you have a second factor.' : 'At least 15 characters.'} A short
          sentence is easy to remember.
        </Typography.Paragraph>
      )}
      {(isPassword || isMoved) && (
        <Typography.Paragraph type="secondary">
          Saving signs you out everywhere, here too. We’ll tell your old address by email.
        </Typography.Paragraph>
      )}
    </EditForm>
  )
}
