import { useCallback } from 'react'
import { Notice } from '../ui/notice.tsx'
import { useLoaded } from '../ui/use-loaded.ts'
import type { Arrival } from './arrive.ts'
import { SignInNeeded } from './sign-in-needed.tsx'
import { TopBar } from './top-bar.tsx'
import { goBack, loadConfiguration } from './way-back.ts'
import { Workplace } from './workplace.tsx'

/** The dictation application (XAUTH-01): a person arrives from the web application, dictates, and returns. */
export function RecorderApp({ arriving }: { arriving: Promise<Arrival> }) {
  const start = useLoaded(useCallback(() => Promise.all([loadConfiguration(), arriving]), [arriving]))
  if (start.state === 'loading') return <Frame productName="" words="Opening the recorder…" />
  if (start.state === 'failed')
    return (
      <Frame productName="">
        <Notice
          tone="error"
          title="The recorder couldn’t be opened."
          actions={
            <button type="button" className="button" onClick={start.retry}>
              Try again
            </button>
          }
        >
          {start.message}
        </Notice>
      </Frame>
    )
  const [configuration, arrival] = start.value
  if (!arrival.user)
    return (
      <Frame productName={configuration.productName}>
        <SignInNeeded configuration={configuration} reason={arrival.reason} />
      </Frame>
    )
  return (
    <Workplace
      key={arrival.user.id}
      configuration={configuration}
      user={arrival.user}
      rosterId={arrival.rosterId}
      onBack={() => void goBack(configuration)}
    />
  )
}

function Frame({ productName, words, children }: { productName: string; words?: string; children?: React.ReactNode }) {
  return (
    <>
      <TopBar productName={productName} />
      <main>
        {words ? <output>{words}</output> : null}
        {children}
      </main>
    </>
  )
}
