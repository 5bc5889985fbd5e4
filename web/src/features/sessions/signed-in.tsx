import { useNow } from '@dictara/browser/use-now'
import { agoText } from '@dictara/browser/moments'
import { call } from '@dictara/browser/call'
import { mostSessions, sessionCalls, type SignedInPlace } from '@dictara/contract/sessions'
import { useQuery } from '@tanstack/react-query'
import { Button, Skeleton } from 'antd'
import { Monitor, Smartphone } from 'lucide-react'
import { useEffect, useId, useRef } from 'react'
import { Failed } from '../../ui/failed.tsx'
import { useAction } from '../../ui/use-action.ts'
import './signed-in.css'

const nameOf = ({ browser, system }: SignedInPlace) =>
  browser && system ? `${browser} on ${system}` : (browser ?? system ?? 'Unknown browser')

const ends = 'Unsaved changes to a note stay in its browser until the next sign-in there. You can’t undo this.'

interface SignedInProps {
  userId: string
  /** The person's name, if the sessions are somebody else's. */
  name?: string
}

/** A person's sessions: each can be ended, and all others at once (controls.md S30). */
export function SignedIn({ userId, name }: SignedInProps) {
  const key = ['sessions', userId]
  const heading = useId()
  const section = useRef<HTMLElement>(null)
  const wasEnded = useRef(false)
  const act = useAction({ refreshes: key })
  const now = useNow()
  const since = (iso: string) => agoText(now - Date.parse(iso))
  const places = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) =>
      (await call(sessionCalls.listSessions, { params: { id: userId } }, { signal, handler: 'page' })).result,
  })
  const others = places.data?.filter(({ isThis }) => !isThis) ?? []

  // The button of an ended session disappears with it.
  const known = places.data?.length
  useEffect(() => {
    if (wasEnded.current && document.activeElement === document.body) section.current?.focus()
    wasEnded.current = false
  }, [known])

  async function end(place: SignedInPlace) {
    const params = { id: userId, sessionId: place.sessionId }
    const answer = await act.run(() => call(sessionCalls.endSession, { params }), {
      confirm: {
        title: `End the session of ${nameOf(place)}?`,
        content: `Anyone using it will be signed out right away. ${ends}`,
        okText: 'End session',
      },
    })
    wasEnded.current = answer !== undefined
  }
  async function endOthers() {
    const answer = await act.run(() => call(sessionCalls.endOtherSessions, { params: { id: userId } }), {
      confirm: {
        title: name ? `Sign ${name} out everywhere?` : 'Sign out everywhere else?',
        content: `${name ? 'They’ll be signed out everywhere' : 'You’ll be signed out everywhere but here'} right away. ${ends}`,
        okText: 'End sessions',
      },
    })
    wasEnded.current = answer !== undefined
  }

  return (
    <section ref={section} tabIndex={-1} aria-labelledby={heading} className="signed-in">
      <h2 id={heading}>{name ? 'Where they are signed in' : 'Where you are signed in'}</h2>
      <Failed of={places} title="Couldn’t load the sessions" />
      {places.isPending && <Skeleton active title={false} paragraph={{ rows: 2 }} />}
      {places.data?.length === 0 && <p>Not signed in anywhere right now.</p>}
      <ul>
        {places.data?.map((place) => (
          <li key={place.sessionId}>
            {place.isPhone ? <Smartphone size={20} aria-hidden /> : <Monitor size={20} aria-hidden />}
            <div>
              <strong>{nameOf(place)}</strong>
              {place.isThis && <span className="signed-in-this">This session</span>}
              <p>
                {place.ip && <>From {place.ip}, </>}
                signed in <time dateTime={place.signedInAt}>{since(place.signedInAt)}</time>, last active{' '}
                {since(place.lastActiveAt)}
              </p>
            </div>
            {!place.isThis && (
              <Button
                disabled={act.isBusy}
                aria-label={`End the session of ${nameOf(place)}, signed in ${since(place.signedInAt)}`}
                onClick={() => void end(place)}
              >
                End
              </Button>
            )}
          </li>
        ))}
      </ul>
      {others.length > (name ? 0 : 1) && (
        <Button disabled={act.isBusy} onClick={() => void endOthers()}>
          {name ? 'End all sessions' : 'End all other sessions'}
        </Button>
      )}
      {!name && (
        <p>
          Fifteen minutes without anything done end a session. At most {mostSessions} are open at once: one more ends
          the one that was idle longest.
        </p>
      )}
    </section>
  )
}
