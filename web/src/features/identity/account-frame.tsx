import { useTheme } from '@dictara/browser/use-theme'
import type { ReactNode } from 'react'
import { useTitle } from '../../ui/use-title.ts'
import './account.css'

interface AccountFrameProps {
  title: string
  children: ReactNode
  /** Below the card. */
  below?: ReactNode
}

/** The frame of every page outside the shell: one card, always in the same place. */
export function AccountFrame({ title, children, below }: AccountFrameProps) {
  useTitle(title)
  useTheme()
  return (
    <main className="account">
      <section className="account-card" aria-labelledby="account-title">
        <p className="account-brand">
          <img src="/icon.svg" alt="" width={28} height={28} /> Dictara
        </p>
        <h1 id="account-title">{title}</h1>
        {children}
      </section>
      {below}
    </main>
  )
}

interface ToldProps {
  title: string
  description?: string | undefined
  more?: string | undefined
  isFailure?: boolean
}

/** The result of an action: a title in the words of the requirement, and further information. */
export const Told = ({ title, description, more, isFailure = false }: ToldProps) => (
  <p className={isFailure ? 'account-told is-failure' : 'account-told'}>
    <strong>{title}</strong>
    {description && <span>{description}</span>}
    {more && <span>{more}</span>}
  </p>
)
