import { useLayoutEffect, useState } from 'react'
import { useRouteError } from 'react-router'
import { PartMissing } from '../platform/arrived.ts'
import './route-failed.css'

const loadAgain = () => location.reload()

/** A part of the application could not be loaded, or failed while it was shown. */
export function RouteFailed() {
  return useRouteError() instanceof PartMissing ? (
    <PartOfPageMissing />
  ) : (
    <section role="alert" className="route-failed">
      <h1>Something went wrong</h1>
      <p>This page could not be shown. Nothing that was saved is lost.</p>
      <button type="button" onClick={loadAgain}>
        Try again
      </button>
    </section>
  )
}

/** What is missing for want of a network comes by itself with the network. */
function PartOfPageMissing() {
  const [isAway, setAway] = useState(!navigator.onLine)
  // Before it can be read: no network that goes or comes meanwhile is missed.
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
      <h1>This page could not be loaded</h1>
      <p>
        {isAway
          ? 'There is no network. This page is loaded by itself when it is back.'
          : 'The server cannot be reached, or Dictara was brought up to date meanwhile. Check the network, then load the page again.'}
      </p>
      <button type="button" onClick={loadAgain}>
        Load again
      </button>
    </section>
  )
}
