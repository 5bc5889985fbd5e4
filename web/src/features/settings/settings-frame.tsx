import { Link, Outlet, useLocation } from 'react-router'
import { paths } from '../../platform/paths.ts'
import { useUser } from '../../platform/use-user.ts'
import { Page } from '../../ui/page.tsx'
import { useMedia } from '../../ui/use-media.ts'
import { settingsOf } from './settings-list.ts'
import './settings-frame.css'

/** Whether a page belongs to a setting: its own page, or one below it. A facility’s page is at an address of its own (FAC-11). */
const isWithin = (pathname: string, to: string) =>
  pathname.startsWith(to) || (to === paths.facilities && pathname.startsWith(paths.facility('')))

/** All settings of a person, in groups; `isPage`: with a line about each. */
function SettingsList({ isPage = false }: { isPage?: boolean }) {
  const user = useUser()
  const { pathname } = useLocation()
  if (!user) return null
  return (
    <nav aria-label="Settings" className={isPage ? 'settings-list is-page' : 'settings-list'}>
      {settingsOf(user).map(({ title, entries }) => (
        <section key={title} aria-labelledby={`settings-${title}`}>
          <h2 id={`settings-${title}`}>{title}</h2>
          <ul>
            {entries.map(({ label, to, about }) => (
              <li key={to}>
                <Link to={to} aria-current={isWithin(pathname, to) ? 'page' : undefined}>
                  {label}
                </Link>
                {isPage && <p>{about}</p>}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  )
}

/** The list alone, from which a setting is opened. */
export const SettingsPage = () => (
  <Page title="Settings">
    <SettingsList isPage />
  </Page>
)

/** A setting beside the list of all settings; on a narrow screen it fills the screen. */
export function SettingsFrame() {
  const { pathname } = useLocation()
  const isBeside = useMedia('(width >= 900px)') && pathname !== paths.settings
  return (
    // The page stays mounted when the window's width changes, so that no input is lost.
    <div className={isBeside ? 'settings-frame' : undefined}>
      {isBeside && <SettingsList />}
      <div className="settings-one">
        <Outlet />
      </div>
    </div>
  )
}
