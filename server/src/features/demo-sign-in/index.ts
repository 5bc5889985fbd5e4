import { demoSignInCalls } from '@dictara/contract/demo-sign-in'
import { isDemoOpen } from '../../platform/payments-mode.ts'
import type { Feature, Platform } from '../../platform/feature.ts'
import { type RequestFacts, serve } from '../../platform/http/serve.ts'
import { notFound } from '../../platform/refusal.ts'
import type { Identity } from '../identity/index.ts'
import { listDemoPeople } from './demo-people.store.ts'

export { demoDomain } from './demo-people.store.ts'

/** Looking around the demo without a password (Q212). */
export function demoSignInFeature({ config }: Platform, { openSession }: Pick<Identity, 'openSession'>): Feature {
  const checkOpen = ({ isFromHere }: RequestFacts) => {
    if (!isFromHere || !isDemoOpen(config)) throw notFound()
  }
  return {
    name: 'demo-sign-in',
    calls: serve(demoSignInCalls, {
      async listDemoPeople({ gate, facts }) {
        checkOpen(facts)
        return { result: await listDemoPeople(gate) }
      },
      async signInToDemo({ gate, body: { userId }, facts }) {
        checkOpen(facts)
        const people = await listDemoPeople(gate)
        if (!people.some(({ id }) => id === userId)) throw notFound()
        return { result: [await openSession(gate, userId, 'DEMO', facts)] }
      },
    }),
  }
}
