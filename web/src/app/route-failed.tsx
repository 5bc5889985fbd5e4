import { useRouteError } from 'react-router'
import { PartMissing } from '../platform/arrived.ts'

/** A part of the application could not be loaded, or failed while it was shown. */
export function RouteFailed() {
  const isMissing = useRouteError() instanceof PartMissing
  return (
    <section role="alert">
      <h1>{isMissing ? 'This page could not be loaded' : 'Something went wrong'}</h1>
      <p>
        {isMissing
          ? 'The server cannot be reached, or Dictara was brought up to date meanwhile. Check the network, then load the page again.'
          : 'This page could not be shown. Nothing that was saved is lost.'}
      </p>
      <button type="button" onClick={() => location.reload()}>
        {isMissing ? 'Load again' : 'Try again'}
      </button>
    </section>
  )
}
