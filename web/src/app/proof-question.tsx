import { onProofNeeded } from '@dictara/browser/call'
import { lazy, Suspense, useEffect, useState } from 'react'

const ProofDialog = lazy(() => import('../features/second-factor/proof-dialog.tsx'))

/** Asks who is signed in to prove that it is them, when a call asks for it; the call is then made again (S32). */
export function ProofQuestion() {
  const [answer, setAnswer] = useState<(isProved: boolean) => void>()
  useEffect(() => onProofNeeded(() => new Promise((resolve) => setAnswer(() => resolve))), [])
  if (!answer) return null
  return (
    <Suspense fallback={null}>
      <ProofDialog
        onDone={(isProved) => {
          setAnswer(undefined)
          answer(isProved)
        }}
      />
    </Suspense>
  )
}
