import { Typography } from 'antd'
import { Link } from 'react-router'
import { paths } from '../../platform/paths.ts'
import { useUser } from '../../platform/use-user.ts'
import { GettingStarted } from '../getting-started/index.ts'
import { SettingPage } from '../settings/index.ts'
import './ehr-configuration-page.css'

/**
 * The start page for people who run a clinic until its EHR is connected (AUTH-24, Q003, Q019). It explains what happens
 * to notes meanwhile, and shows the first steps.
 */
export function EhrConfigurationPage() {
  const user = useUser()
  return (
    <SettingPage title="EHR Configuration">
      <div className="ehr-configuration">
        {user?.clinicConfigured ? (
          <Typography.Paragraph>
            Your clinic’s EHR is connected, and approved notes are filed there.
          </Typography.Paragraph>
        ) : (
          <>
            <Typography.Paragraph>
              Welcome to Dictara. <strong dir="auto">{user?.clinicName ?? 'Your clinic'}</strong> isn’t connected to an
              EHR, so finished notes stay in Dictara.
            </Typography.Paragraph>
            {user && <GettingStarted user={user} />}
          </>
        )}
        <Link to={paths.dashboard} className="ehr-configuration-on">
          Go to the dashboard
        </Link>
      </div>
    </SettingPage>
  )
}
