import { unlockStore } from '@dictara/browser/draft-key'
import { StoreUnavailable } from '@dictara/browser/encrypted-store'
import { createRecordings } from '@dictara/browser/recordings'
import type { StoredUser } from '@dictara/contract/identity'
import { useCallback } from 'react'
import { openRememberedLists, RememberedListsContext } from '../details/remembered-lists.ts'
import { WithPhrases } from '../phrases/phrases-context.tsx'
import { fetchDraftKey } from '../server-calls.ts'
import { Notice } from '../ui/notice.tsx'
import { useLoaded } from '../ui/use-loaded.ts'
import { Desk } from './desk.tsx'
import { SignInNeeded } from './sign-in-needed.tsx'
import { TopBar } from './top-bar.tsx'
import { useSameUser } from './use-same-user.ts'
import type { Configuration } from './way-back.ts'

/** Signing in again solves every problem except a browser that cannot store data. */
function NotOpened({
  error,
  message,
  configuration,
}: {
  error: unknown
  message: string
  configuration: Configuration
}) {
  if (!(error instanceof StoreUnavailable)) return <SignInNeeded configuration={configuration} reason={message} />
  return (
    <Notice tone="error" title="This browser blocks storage on this computer.">
      The recorder can’t record here, because your words would be lost when the page closes. Allow site data for this
      address in the browser’s settings, or use another browser. Then reload this page.
    </Notice>
  )
}

interface WorkplaceProps {
  configuration: Configuration
  user: StoredUser
  /** The roster visit that the person came to dictate. */
  rosterId: string | undefined
  onBack(): void
}

/** One person's workspace: opens only the recordings that this browser stores for them. */
export function Workplace({ configuration, user, rosterId, onBack }: WorkplaceProps) {
  // First of all: the stored recordings must not be opened with another person's key.
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
            <WithPhrases>
              <Desk
                configuration={configuration}
                user={user}
                recordings={opening.value.recordings}
                other={other}
                rosterId={rosterId}
              />
            </WithPhrases>
          </RememberedListsContext>
        ) : null}
        {opening.state === 'loading' ? <output>Opening your recordings…</output> : null}
        {opening.state === 'failed' ? <NotOpened {...opening} configuration={configuration} /> : null}
      </main>
    </>
  )
}
