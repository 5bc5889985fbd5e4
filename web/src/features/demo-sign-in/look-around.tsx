import type { StoredUser } from '@dictara/contract/identity'
import { useState } from 'react'
import { roleOf, signInToDemo, useDemoPeople } from './demo-people.ts'
import './look-around.css'

interface LookAroundProps {
  isBusy: boolean
  /** Runs the sign-in and reports the outcome. */
  onChoice: (signIn: () => Promise<StoredUser | undefined>) => Promise<void>
}

/** Shown on the sign-in page of the demo: signs in with one click instead of a password (Q212). */
export function LookAround({ isBusy, onChoice }: LookAroundProps) {
  const people = useDemoPeople()
  const [chosen, setChosen] = useState<string>()
  if (people.length === 0) return null
  return (
    <section className="look-around" aria-labelledby="look-around-title">
      <h2 id="look-around-title">Look around the demo</h2>
      <p>No password needed. You can switch people at the top of every page.</p>
      <ul>
        {people.map((person) => (
          <li key={person.id}>
            <button
              type="button"
              aria-disabled={isBusy}
              onClick={() => {
                if (isBusy) return
                setChosen(person.id)
                void onChoice(() => signInToDemo(person.id))
              }}
            >
              <strong>{isBusy && chosen === person.id ? 'Signing in …' : roleOf(person)}</strong>
              <span>{person.fullName}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
