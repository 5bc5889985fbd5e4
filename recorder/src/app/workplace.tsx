import { unlockStore } from '@dictara/browser/draft-key'
import { createRecordings } from '@dictara/browser/recordings'
import type { StoredUser } from '@dictara/contract/identity'
import { useCallback } from 'react'
import { openRememberedLists, RememberedListsContext } from '../details/remembered-lists.ts'
import { fetchDraftKey } from '../server-calls.ts'
import { useLoaded } from '../ui/use-loaded.ts'
import { Desk } from './desk.tsx'
import { SignInNeeded } from './sign-in-needed.tsx'
import { TopBar } from './top-bar.tsx'
import { useSameUser } from './use-same-user.ts'
import type { Configuration } from './way-back.ts'

interface WorkplaceProps {
  configuration: Configuration
  user: StoredUser
  onBack(): void
}

/** The place of one person: opens what this browser keeps for them, and for nobody else. */
export function Workplace({ configuration, user, onBack }: WorkplaceProps) {
  // Before anything is asked: what lies here must not be opened with the key of somebody else.
  const other = useSameUser(user)
  const opening = useLoaded(
    useCallback(async () => {
      const store = await unlockStore(user.id, fetchDraftKey)
      return { recordings: createRecordings(store), lists: await openRememberedLists(store) }
    }, [user.id]),
  )
  return (
    <>
      <TopBar productName={configuration.productName} user={user} onBack={onBack} />
      <main>
        {opening.state === 'loaded' ? (
          <RememberedListsContext value={opening.value.lists}>
            <Desk
              configuration={configuration}
              user={user}
              recordings={opening.value.recordings}
              other={other}
              onBack={onBack}
            />
          </RememberedListsContext>
        ) : null}
        {opening.state === 'loading' ? <output>Opening your recordings…</output> : null}
        {opening.state === 'failed' ? <SignInNeeded configuration={configuration} reason={opening.message} /> : null}
      </main>
    </>
  )
}
