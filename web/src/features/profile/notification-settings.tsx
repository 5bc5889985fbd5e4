import { call } from '@dictara/browser/call'
import { type NotificationConfig, profileCalls } from '@dictara/contract/profile'
import { Skeleton, Typography } from 'antd'
import { useOutsideChoice } from '../../platform/notices-outside.ts'
import { Failed } from '../../ui/failed.tsx'
import { NoticesOutside } from '../../ui/notices-outside.tsx'
import { EditForm } from './edit-form.tsx'
import type { TabProps } from './tab-props.ts'
import { useFlags } from './profile-queries.ts'
import { Setting, type SettingWords } from './setting.tsx'

type Flags = Omit<NotificationConfig, 'userId' | 'version'>

const words: Record<keyof Flags, SettingWords> = {
  jobUpdateNotification: {
    label: 'Job updates',
    about: 'A job is new for you, came back with a comment, or goes on.',
  },
  emrSubmissionSuccessNotification: {
    label: 'Written to the EHR',
    about: 'A note of yours is completed and was written.',
  },
  emrSubmissionFailureNotification: {
    label: 'Not written to the EHR',
    about: 'A note could not be written, or a dictation not be converted.',
  },
  facilityAuthenticationNotification: {
    label: 'Facility authentication',
    about: 'You have to verify yourself at the EHR of a facility.',
  },
}
const names = Object.keys(words) as (keyof Flags)[]
const pick = (flags: NotificationConfig) =>
  Object.fromEntries(names.map((name) => [name, flags[name]])) as unknown as Flags

/** What a person wants to be told (Q027, Q028). */
export function NotificationSettings({ isEditing, onDone }: TabProps) {
  const flags = useFlags()
  const outside = useOutsideChoice()
  if (flags.isPending) return <Skeleton active title={false} paragraph={{ rows: 4 }} />
  if (!flags.data) return <Failed of={flags} title="Your notification settings could not be fetched" />
  const { userId } = flags.data
  const about = (
    <Typography.Paragraph type="secondary">
      What is off is not told at all, neither here nor by mail. Your lists and their counts move all the same. What you
      have not read within 5 minutes comes by mail; new and completed jobs come in one mail at most every 4 hours.
    </Typography.Paragraph>
  )
  if (!isEditing)
    return (
      <>
        {about}
        <ul className="profile-settings">
          {names.map((name) => (
            <Setting key={name} {...words[name]} isOn={flags.data[name]} />
          ))}
        </ul>
        <NoticesOutside {...outside} />
      </>
    )
  return (
    <EditForm<Flags>
      name="flags"
      initial={pick(flags.data)}
      firstField={names[0]!}
      version={flags.data.version}
      send={(values, version) => call(profileCalls.saveNotificationConfig, { body: { ...values, userId, version } })}
      success="Update Success"
      failure={{ title: 'Update Failed', words: 'Unable to update Profile' }}
      onSaved={onDone}
      onCancel={onDone}
    >
      {about}
      <ul className="profile-settings">
        {names.map((name) => (
          <Setting key={name} {...words[name]} name={name} />
        ))}
      </ul>
    </EditForm>
  )
}
