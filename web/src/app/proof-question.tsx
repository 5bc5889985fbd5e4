import { onProofNeeded } from '@dictara/browser/call'
import { lazy, Suspense, useEffect, useState } from 'react'

const ProofDialog = lazy(() => import('../features/second-factor/proof-dialog.tsx'))

/** Asks the signed-in person to prove their identity when a call requires it. The call is then repeated (S32). */
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
