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
    about: 'New jobs, returned jobs and progress.',
  },
  emrSubmissionSuccessNotification: {
    label: 'Written to the EHR',
    about: 'Your note was filed in the EHR.',
  },
  emrSubmissionFailureNotification: {
    label: 'Not written to the EHR',
    about: 'A note couldn’t be filed, or a dictation couldn’t be converted.',
  },
  facilityAuthenticationNotification: {
    label: 'Facility authentication',
    about: 'A facility’s EHR asks you to verify who you are.',
  },
}
const names = Object.keys(words) as (keyof Flags)[]
const pick = (flags: NotificationConfig) =>
  Object.fromEntries(names.map((name) => [name, flags[name]])) as unknown as Flags

/** The events a person wants to be notified of (Q027, Q028). */
export function NotificationSettings({ isEditing, onDone }: TabProps) {
  const flags = useFlags()
  const outside = useOutsideChoice()
  if (flags.isPending) return <Skeleton active title={false} paragraph={{ rows: 4 }} />
  if (!flags.data) return <Failed of={flags} title="Couldn’t load your notification settings" />
  const { userId } = flags.data
  const about = (
    <Typography.Paragraph type="secondary">
      Turn off what you don’t want to hear about, here and by email. Your lists still update. We email you what you
      haven’t read after 5 minutes; new and completed jobs at most every 4 hours.
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
