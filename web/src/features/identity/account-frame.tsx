import { useTheme } from '@dictara/browser/use-theme'
import type { ReactNode } from 'react'
import { useTitle } from '../../ui/use-title.ts'
import './sign-in.css'
import './account.css'

/** The frame of the pages of an account, outside the shell: one card with its heading and the way back. */
export function AccountFrame({
  title,
  children,
  isWide = false,
}: {
  title: string
  children: ReactNode
  isWide?: boolean
}) {
  useTitle(title)
  useTheme()
  return (
    <main className={isWide ? 'sign-in is-account is-wide' : 'sign-in is-account'}>
      <section aria-labelledby="account-title">
        <p className="sign-in-brand">Dictara</p>
        <h1 id="account-title">{title}</h1>
        {children}
      </section>
    </main>
  )
}

interface ToldProps {
  title: string
  description?: string | undefined
  isFailure?: boolean
}

/** What came of something: a title in the words of the requirement, and what else is to be known. */
export const Told = ({ title, description, isFailure = false }: ToldProps) => (
  <p className={isFailure ? 'sign-in-refusal account-told' : 'account-told is-good'}>
    <strong>{title}</strong>
    {description && <span>{description}</span>}
  </p>
)
