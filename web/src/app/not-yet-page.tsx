import { useTheme } from '@dictara/browser/use-theme'
import { useTitle } from '../ui/use-title.ts'
import '../features/identity/sign-in.css'

/** An honest page for what this version does not have, outside the shell. */
export function PublicNotYetPage({ title }: { title: string }) {
  useTitle(title)
  useTheme()
  return (
    <main className="sign-in">
      <section>
        <h1>{title}</h1>
        <p>This is not in this version of Dictara yet. Please ask your clinic administrator.</p>
        <a href="/login">Back to sign-in</a>
      </section>
    </main>
  )
}
