import { call } from '@dictara/browser/call'
import { profileCalls } from '@dictara/contract/profile'
import { EditForm } from './edit-form.tsx'
import type { TabProps } from './tab-props.ts'
import { Setting, type SettingWords } from './setting.tsx'

const roster: SettingWords = {
  label: 'Roster',
  about: 'Your patients day by day, each one click from a dictation.',
}

/** The settings of managers (PROF-04, C9). */
export function UserConfig({ profile, isEditing, onDone }: TabProps) {
  const { activateRoster } = profile
  if (!isEditing)
    return (
      <ul className="profile-settings">
        <Setting {...roster} isOn={activateRoster} />
      </ul>
    )
  return (
    <EditForm<{ activateRoster: boolean }>
      name="config"
      initial={{ activateRoster }}
      firstField="activateRoster"
      version={profile.version}
      send={(values, version) => call(profileCalls.saveUserConfig, { body: { ...values, version } })}
      success="Update Success"
      failure={{ title: 'Update Failed', words: 'Unable to update Profile' }}
      onSaved={onDone}
      onCancel={onDone}
    >
      <ul className="profile-settings">
        <Setting {...roster} name="activateRoster" />
      </ul>
    </EditForm>
  )
}
