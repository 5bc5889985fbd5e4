import type { ReactNode } from 'react'
import { Link } from 'react-router'
import './tab-links.css'

export interface TabLink {
  key: string
  to: string
  label: ReactNode
}

interface TabLinksProps {
  name: string
  selected: string
  items: readonly TabLink[]
  /** These tabs are below other tabs and look like a choice within one of those. */
  isSecond?: boolean
}

/** Lists of one page, each with a separate address. They are links instead of ARIA tabs, so they wrap on a narrow screen. */
export function TabLinks({ name, selected, items, isSecond = false }: TabLinksProps) {
  return (
    <nav aria-label={name} className={isSecond ? 'tab-links is-second' : 'tab-links'}>
      {items.map(({ key, to, label }) => (
        <Link key={key} to={to} aria-current={key === selected ? 'page' : undefined}>
          {label}
        </Link>
      ))}
    </nav>
  )
}
