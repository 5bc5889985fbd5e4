/** A part of the application could not be loaded, or failed while it was shown. */
export function RouteFailed() {
  return (
    <main role="alert">
      <h1>Something went wrong</h1>
      <p>This page could not be shown. Nothing that was saved is lost.</p>
      <button type="button" onClick={() => location.reload()}>
        Try again
      </button>
    </main>
  )
}
