import type { CallSpec } from './call.ts'
import { identityCalls } from './features/identity.ts'

/** Every call that this version serves, by feature: the spine (architecture.md section 5). */
export const allCalls = {
  identity: identityCalls,
} satisfies Record<string, Record<string, CallSpec>>
