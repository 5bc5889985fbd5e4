import { Menu, PanelLeftClose, PanelLeftOpen } from 'lucide-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import { Outlet, useLocation } from 'react-router'
import { usePreferences } from '../platform/preferences.ts'
import { useSiteConfig } from '../platform/use-site-config.ts'
import { useUser } from '../platform/use-user.ts'
import { useKeys } from '@dictara/browser/use-keys'
import { Density, type DensityChoice } from '../ui/density.ts'
import { useMedia } from '../ui/use-media.ts'
import { menuOf } from './areas.ts'
import { mayDictate } from '../features/handoff/index.ts'
import { useRosterAccess } from '../features/roster/use-roster-access.ts'
import { openRecorder } from '../platform/open-recorder.ts'
import { switchPerson } from './end-session.ts'
import { SearchButton } from './palette/search-button.tsx'
import { NotificationBell } from './notification-bell.tsx'
import { ProfileMenu } from './profile-menu.tsx'
import { Rail } from './rail.tsx'
import { Surroundings } from './surroundings.tsx'
import { useFocusOnPage } from './use-focus-on-page.ts'
import { useSessionCare } from './use-session-care.ts'
import { useSharedNotices } from './use-shared-notices.tsx'
import { useLiveJobs } from './use-live-jobs.ts'
import { useNoticesOutside } from './use-notices-outside.ts'
import './shell.css'

const PersonSwitcher = lazy(() =>
  import('../features/demo-sign-in/person-switcher.tsx').catch(() => ({ default: () => null })),
)

/** Surrounds every signed-in page with the menu, the header, and what must run while a person is signed in. */
export const Shell = () => <Surroundings>{(look) => <SignedIn {...look} />}</Surroundings>

/** Whether the menu is open: as the person chose; by default open on a wide screen (SHELL-38); on a phone until a choice is made. */
function useRail() {
  const [{ rail }, change] = usePreferences()
  const isPhone = useMedia('(width < 700px)')
  const isWide = useMedia('(width >= 1600px)')
  const [isOverPage, setOverPage] = useState(false)
  const isOpen = isPhone ? isOverPage : rail === 'auto' ? isWide : rail === 'open'
  const set = (next: boolean) => (isPhone ? setOverPage(next) : change({ rail: next ? 'open' : 'closed' }))
  return { isOpen, isPhone, set }
}

/** The row density of every list. */
function useDensity(): DensityChoice {
  const [{ density }, change] = usePreferences()
  return useMemo(() => ({ density, choose: (next) => change({ density: next }) }), [density, change])
}

/** The addresses of the editors (JOBS-45, JOBS-46). */
const isNote = /^\/dashboard\/(new-)?editor\//

function SignedIn({ isDark, onToggleTheme }: { isDark: boolean; onToggleTheme: () => void }) {
  const user = useUser()
  const { pathname, search, hash } = useLocation()
  const place = pathname + search + hash
  const site = useSiteConfig()
  const rail = useRail()
  const density = useDensity()
  useFocusOnPage(pathname)
  useSharedNotices(place)
  useSessionCare(place)
  useLiveJobs(useNoticesOutside(user))
  const hasRoster = useRosterAccess(user)
  if (!user) return null
  const menu = menuOf(user, site)
  // Until the server has said whether these exist, their places are reserved, so that nothing moves.
  const awaited = [...(hasRoster === undefined ? ['Roster'] : []), ...(site ? [] : ['Billing'])]
  const kept = menu.filter(({ label }) => label !== 'Roster' || hasRoster !== false)
  const items = kept.filter(({ label }) => !awaited.includes(label))
  const leaveOnPhone = () => {
    if (rail.isPhone) rail.set(false)
  }
  const actions = [
    ...(mayDictate(user) ? [{ key: 'dictate', label: 'Create Dictation', act: () => void openRecorder() }] : []),
    { key: 'look', label: isDark ? 'Switch to light mode' : 'Switch to dark mode', act: onToggleTheme },
    {
      key: 'rail',
      label: rail.isOpen ? 'Collapse the sidebar' : 'Open the sidebar',
      act: () => rail.set(!rail.isOpen),
    },
  ]
  const Fold = rail.isPhone ? Menu : rail.isOpen ? PanelLeftClose : PanelLeftOpen
  return (
    <div className={isNote.test(pathname) ? 'shell shell-beside-desk' : 'shell'}>
      <a className="skip-link" href="#content">
        Skip to content
      </a>
      <Rail user={user} items={kept} awaited={awaited} isOpen={rail.isOpen} onChoice={leaveOnPhone} />
      {rail.isPhone && rail.isOpen && <Scrim onLeave={leaveOnPhone} />}
      <div className="shell-column">
        <header className="shell-header">
          <button
            type="button"
            className="shell-button"
            aria-label={rail.isOpen ? 'Collapse the sidebar' : 'Open the sidebar'}
            aria-expanded={rail.isOpen}
            onClick={() => rail.set(!rail.isOpen)}
          >
            <Fold size={20} aria-hidden />
          </button>
          <div className="shell-middle">
            <SearchButton user={user} items={items} actions={actions} />
          </div>
          <div className="shell-tools">
            {user.demo && (
              <div className="person-switcher-place">
                <Suspense>{site?.hasDemo && <PersonSwitcher user={user} onSwitch={switchPerson} />}</Suspense>
              </div>
            )}
            <NotificationBell user={user} />
            <ProfileMenu user={user} isDark={isDark} onToggleTheme={onToggleTheme} />
          </div>
        </header>
        <main id="content" className="shell-content" tabIndex={-1}>
          <Density value={density}>
            <Outlet />
          </Density>
        </main>
      </div>
    </div>
  )
}

/** Covers the page while the menu of a phone is open. Escape or a touch outside the menu closes it. */
function Scrim({ onLeave }: { onLeave: () => void }) {
  useKeys(({ key }) => (key === 'Escape' ? onLeave : undefined))
  return <button type="button" aria-label="Close the menu" className="shell-scrim" onClick={onLeave} />
}
