import { isManager } from '@dictara/contract/roles'
import { Button, Skeleton } from 'antd'
import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { paths } from '../../platform/paths.ts'
import { Failed } from '../../ui/failed.tsx'
import { SettingPage } from '../settings/index.ts'
import { TabLinks } from '../../ui/tab-links.tsx'
import { BasicInformation } from './basic-information.tsx'
import { NotificationSettings } from './notification-settings.tsx'
import { PhotoField } from './photo-field.tsx'
import { useProfile } from './profile-queries.ts'
import { UserConfig } from './user-config.tsx'
import { UserCredentials } from './user-credentials.tsx'
import './profile.css'

const tabs = [
  { key: 'basic-information', label: 'Basic Information', Tab: BasicInformation, hasEdit: true },
  { key: 'user-credentials', label: 'User Credentials', Tab: UserCredentials, hasEdit: false },
  { key: 'user-config', label: 'User Config', Tab: UserConfig, hasEdit: true, isForManagers: true },
  { key: 'notification-config', label: 'Notification Config', Tab: NotificationSettings, hasEdit: true },
] as const

const addressOf = (key: string) => `${paths.profile}?tab=${key}`

/** A person's own data and settings (PROF-01 to PROF-11). */
export function ProfilePage() {
  const [address] = useSearchParams()
  const profile = useProfile()
  /** The tab being edited, if any. */
  const [edited, setEdited] = useState<string>()
  const shown = tabs.filter((tab) => !('isForManagers' in tab) || (profile.data && isManager(profile.data)))
  const { key, label, Tab, hasEdit } = shown.find((tab) => tab.key === address.get('tab')) ?? tabs[0]
  const isEditing = edited === key
  // Returning to a tab shows the stored values.
  if (edited !== undefined && !isEditing) setEdited(undefined)
  return (
    <SettingPage
      title="Profile"
      crumbs={[{ title: 'Profile', to: paths.profile }, { title: label }]}
      actions={
        hasEdit &&
        profile.data && (
          <Button
            icon={<Pencil size={16} aria-hidden />}
            aria-pressed={isEditing}
            disabled={isEditing}
            onClick={() => setEdited(key)}
          >
            Edit
          </Button>
        )
      }
    >
      <Failed of={profile} title="Couldn’t load your profile" />
      {profile.isPending && <Skeleton active avatar={{ size: 72 }} paragraph={{ rows: 6 }} />}
      {profile.data && (
        <>
          <PhotoField profile={profile.data} />
          <TabLinks
            name="Profile"
            selected={key}
            items={shown.map((tab) => ({ key: tab.key, label: tab.label, to: addressOf(tab.key) }))}
          />
          <Tab key={key} profile={profile.data} isEditing={isEditing} onDone={() => setEdited(undefined)} />
        </>
      )}
    </SettingPage>
  )
}
