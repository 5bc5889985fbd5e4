import { BulbOutlined, MenuFoldOutlined, MenuUnfoldOutlined, WarningOutlined } from '@ant-design/icons'
import { QueryClientProvider } from '@tanstack/react-query'
import { isManager } from '@dictara/contract/roles'
import { App as AntApp, Button, ConfigProvider, Flex, Grid, Layout, Menu, Tooltip } from 'antd'
import { useState } from 'react'
import { Link, Outlet, useLocation } from 'react-router'
import { queryClient } from '../platform/query-client.ts'
import { useTheme } from '@dictara/browser/use-theme'
import { useUser } from '../platform/use-user.ts'
import { darkTheme, lightTheme, notices } from './antd-theme.ts'
import { menuOf } from './areas.ts'
import { NotificationBell } from './notification-bell.tsx'
import { ProfileMenu } from './profile-menu.tsx'
import { useRosterAccess } from './use-roster-access.ts'
import { useSessionCare } from './use-session-care.ts'
import { useSharedNotices } from './use-shared-notices.tsx'
import { useLiveJobs } from './use-live-jobs.ts'
import './shell.css'

const widths = { open: 250, collapsed: 100 }

/** What surrounds every signed-in page: sidebar, header, and what has to run while somebody is signed in. */
export function Shell() {
  const { isDark, toggle } = useTheme()
  return (
    <ConfigProvider theme={isDark ? darkTheme : lightTheme}>
      <AntApp notification={notices}>
        <QueryClientProvider client={queryClient}>
          <SignedIn isDark={isDark} onToggleTheme={toggle} />
        </QueryClientProvider>
      </AntApp>
    </ConfigProvider>
  )
}

function SignedIn({ isDark, onToggleTheme }: { isDark: boolean; onToggleTheme: () => void }) {
  const user = useUser()
  const { pathname, search, hash } = useLocation()
  const place = pathname + search + hash
  const { xxl } = Grid.useBreakpoint()
  // Below the xxl breakpoint it is collapsed until the button says otherwise (SHELL-38).
  const [chosen, setChosen] = useState<boolean>()
  const isCollapsed = chosen ?? xxl === false
  useSharedNotices(place)
  useSessionCare(place)
  useLiveJobs()
  const hasRoster = useRosterAccess(user)
  if (!user) return null
  const items = menuOf(user).filter(({ label }) => label !== 'Roster' || hasRoster)
  const segment = pathname.split('/')[2] ?? ''
  return (
    <Layout className="shell">
      <a className="skip-link" href="#content">
        Skip to content
      </a>
      <Layout.Sider
        width={widths.open}
        collapsedWidth={widths.collapsed}
        collapsed={isCollapsed}
        trigger={null}
        theme="light"
        className="shell-sider"
      >
        <p className="shell-brand">Dictara</p>
        <nav aria-label="Main">
          <Menu
            mode="inline"
            inlineCollapsed={false}
            selectedKeys={[segment]}
            theme="light"
            items={items.map(({ label, to, segment: key }) => ({
              key,
              title: '',
              label: (
                <Link to={to} className="shell-link">
                  {label}
                  {label === 'Settings' && isManager(user) && !user.clinicConfigured && (
                    <Tooltip title="Ehr not Configured.">
                      <WarningOutlined aria-label="Ehr not Configured." className="shell-warning" />
                    </Tooltip>
                  )}
                </Link>
              ),
            }))}
          />
        </nav>
      </Layout.Sider>
      <Layout>
        <header className="shell-header">
          <Button
            type="text"
            aria-label={isCollapsed ? 'Open the sidebar' : 'Collapse the sidebar'}
            icon={isCollapsed ? <MenuUnfoldOutlined aria-hidden /> : <MenuFoldOutlined aria-hidden />}
            onClick={() => setChosen(!isCollapsed)}
          />
          <Flex gap="small" align="center">
            <Button
              type="text"
              aria-label={isDark ? 'Use the light look' : 'Use the dark look'}
              icon={<BulbOutlined aria-hidden />}
              onClick={onToggleTheme}
            />
            <NotificationBell user={user} />
            <ProfileMenu user={user} />
          </Flex>
        </header>
        <main id="content" className="shell-content" tabIndex={-1}>
          <Outlet />
        </main>
      </Layout>
    </Layout>
  )
}
