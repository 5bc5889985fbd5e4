import { isManager } from '@dictara/contract/roles'
import { Link } from 'react-router'
import { paths } from '../platform/paths.ts'
import { useUser } from '../platform/use-user.ts'
import { NotYet } from '../ui/not-yet.tsx'
import { Page } from '../ui/page.tsx'
import './settings-page.css'

/** What can be set, each a way to its page. */
export function SettingsPage() {
  const user = useUser()
  if (!user) return null
  return (
    <Page title="Settings">
      {isManager(user) ? (
        <ul className="settings">
          <li>
            <Link to={paths.turnaround}>Turnaround</Link>
            <p>
              By when notes are due at each facility
              {user.userType === 'clinicAdmin' && ', and how many characters are a line'}.
            </p>
          </li>
        </ul>
      ) : (
        <NotYet />
      )}
    </Page>
  )
}
