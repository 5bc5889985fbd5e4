import { signInUrl, type Configuration } from './way-back.ts'

/** Shown if nobody is signed in: says what to do, and that nothing is lost. */
export function SignInNeeded({ configuration, reason }: { configuration: Configuration; reason?: string | undefined }) {
  return (
    <section className="card narrow">
      <h1>Sign in to dictate</h1>
      {reason ? <p>{reason}</p> : null}
      <p>Recordings you haven’t sent are kept on this computer, encrypted. You’ll find them here after you sign in.</p>
      <p>
        <a className="button button-primary" href={signInUrl(configuration)}>
          Sign in
        </a>
      </p>
      <p className="hint">
        Or open <a href={configuration.webUrl}>{configuration.productName}</a> and press Create Dictation.
      </p>
    </section>
  )
}
