import { Typography } from 'antd'
import { Link } from 'react-router'
import { paths } from '../../platform/paths.ts'
import { useUser } from '../../platform/use-user.ts'
import { SettingPage } from '../settings/index.ts'
import './ehr-configuration-page.css'

const steps = [
  {
    to: '/dashboard/doctors',
    title: 'Add your doctors',
    about: 'Each gets a link by mail, and dictates in the browser.',
  },
  {
    to: '/dashboard/reviewers',
    title: 'Add transcriptionists and reviewers',
    about: 'They type and check what is dictated.',
  },
  { to: '/dashboard/billers', title: 'Add billers', about: 'They bill what is finished.' },
  { to: paths.turnaround, title: 'Say by when notes are due', about: 'For each facility, by type of work.' },
]

/**
 * Where who runs a clinic lands until its EHR is connected (AUTH-24, Q003, Q019). The form of the EHR is not in this version: the
 * page says so, what becomes of notes meanwhile, and leads on.
 */
export function EhrConfigurationPage() {
  const user = useUser()
  return (
    <SettingPage title="EHR Configuration">
      <div className="ehr-configuration">
        {user?.clinicConfigured ? (
          <Typography.Paragraph>
            Your clinic’s EHR is connected: approved notes are filed there. The connection cannot be looked at or
            changed here in this version of Dictara.
          </Typography.Paragraph>
        ) : (
          <>
            <Typography.Paragraph>
              <strong dir="auto">{user?.clinicName ?? 'Your clinic'}</strong> is not connected to an EHR. Connecting one
              is not in this version of Dictara yet; until it is, approved notes are kept here and written nowhere else.
              This works already:
            </Typography.Paragraph>
            <ol aria-label="First steps">
              {steps.map(({ to, title, about }) => (
                <li key={to}>
                  <Link to={to}>{title}</Link>
                  <span>{about}</span>
                </li>
              ))}
            </ol>
          </>
        )}
        <Link to={paths.dashboard} className="ehr-configuration-on">
          Go to the dashboard
        </Link>
      </div>
    </SettingPage>
  )
}
