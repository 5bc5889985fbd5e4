import { useLayoutEffect, useState } from 'react'
import { useRouteError } from 'react-router'
import { PartMissing } from '../platform/arrived.ts'
import './route-failed.css'

const loadAgain = () => location.reload()

/** Shown when a part of the application could not be loaded, or failed while it was shown. */
export function RouteFailed() {
  return useRouteError() instanceof PartMissing ? (
    <PartOfPageMissing />
  ) : (
    <section role="alert" className="route-failed">
      <h1>Something went wrong</h1>
      <p>We couldn’t show this page. Nothing you saved is lost.</p>
      <button type="button" onClick={loadAgain}>
        Try again
      </button>
    </section>
  )
}

/** A part that is missing because the network is down is loaded as soon as the network is back. */
function PartOfPageMissing() {
  const [isAway, setAway] = useState(!navigator.onLine)
  // Listen before the page is painted, so that no change of the network is missed.
  useLayoutEffect(() => {
    const away = () => setAway(true)
    window.addEventListener('offline', away)
    window.addEventListener('online', loadAgain, { once: true })
    return () => {
      window.removeEventListener('offline', away)
      window.removeEventListener('online', loadAgain)
    }
  }, [])
  return (
    <section role="alert" className="route-failed">
      <h1>We couldn’t load this page</h1>
      <p>
        {isAway
          ? 'You’re offline. This page will load when you’re back online.'
          : 'The server can’t be reached, or Dictara was updated in the meantime. Check your network, then reload the page.'}
      </p>
      <button type="button" onClick={loadAgain}>
        Load again
      </button>
    </section>
  )
}
