import { Breadcrumb } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '../../platform/paths.ts'
import { Page } from '../../ui/page.tsx'
import './setting-page.css'

interface SettingPageProps {
  title: string
  /** The breadcrumbs after Settings, including this page; default: the title alone. */
  crumbs?: readonly { title: string; to?: string }[]
  actions?: ReactNode
  /** A board or a table: uses the full width. */
  isWide?: boolean
  children: ReactNode
}

/**
 * The frame of every setting: the link back to all settings, its heading and actions, and its content in a column of
 * readable width.
 */
export function SettingPage({ title, crumbs = [{ title }], actions, isWide = false, children }: SettingPageProps) {
  const above = (
    <Breadcrumb
      aria-label="Breadcrumb"
      items={[{ title: 'Settings', to: paths.settings }, ...crumbs].map(({ title: name, to }) => ({
        title: to ? <Link to={to}>{name}</Link> : name,
      }))}
    />
  )
  return (
    <div className={isWide ? undefined : 'setting-page'}>
      <Page title={title} above={above} actions={actions}>
        {children}
      </Page>
    </div>
  )
}
