import { unlockStore } from '@dictara/browser/draft-key'
import { createRecordings, type Recordings } from '@dictara/browser/recordings'
import type { StoredUser } from '@dictara/contract/identity'
import { useCallback } from 'react'
import { fetchDraftKey } from '../server-calls.ts'
import { useLoaded } from '../ui/use-loaded.ts'
import { Desk } from './desk.tsx'
import { SignInNeeded } from './sign-in-needed.tsx'
import { TopBar } from './top-bar.tsx'
import type { Configuration } from './way-back.ts'

interface WorkplaceProps {
  configuration: Configuration
  user: StoredUser
  onBack(): void
}

/** The place of one person: opens what this browser keeps for them, and for nobody else. */
export function Workplace({ configuration, user, onBack }: WorkplaceProps) {
  const opening = useLoaded(
    useCallback(
      async (): Promise<Recordings> => createRecordings(await unlockStore(user.id, fetchDraftKey)),
      [user.id],
    ),
  )
  return (
    <>
      <TopBar productName={configuration.productName} user={user} onBack={onBack} />
      <main>
        {opening.state === 'loaded' ? (
          <Desk configuration={configuration} user={user} recordings={opening.value} onBack={onBack} />
        ) : null}
        {opening.state === 'loading' ? <output>Opening your recordings…</output> : null}
        {opening.state === 'failed' ? <SignInNeeded configuration={configuration} reason={opening.message} /> : null}
      </main>
    </>
  )
}
