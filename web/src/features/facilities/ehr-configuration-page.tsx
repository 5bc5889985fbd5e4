import { Typography } from 'antd'
import { Link } from 'react-router'
import { paths } from '../../platform/paths.ts'
import { useUser } from '../../platform/use-user.ts'
import { GettingStarted } from '../getting-started/index.ts'
import { ConfigurationOf } from '../ehr-configuration/index.ts'
import { SettingPage } from '../settings/index.ts'
import './ehr-configuration-page.css'
import { FacilitiesFailed, useFacilities } from './use-facilities.tsx'

/**
 * The EHR configuration of the clinic's main, or only, facility (Q019). Until an EHR is connected it is the start page of people who
 * run the clinic (AUTH-24, Q003): it explains what happens to notes meanwhile, and shows the first steps.
 */
export function EhrConfigurationPage() {
  const user = useUser()
  const facilities = useFacilities()
  const [facility] = facilities.data ?? []
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
        <FacilitiesFailed facilities={facilities} />
        {facility && (
          <section aria-labelledby="main-facility" className="ehr-configuration-facility">
            <h2 id="main-facility">{facility.facilityName}</h2>
            <ConfigurationOf facilityId={facility.facilityId} />
          </section>
        )}
      </div>
    </SettingPage>
  )
}
