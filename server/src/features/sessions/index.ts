import { sessionCalls } from '@dictara/contract/sessions'
import type { Feature } from '../../platform/feature.ts'
import { serve } from '../../platform/http/serve.ts'
import { endOneSession, endOtherSessions, showSessions } from './end-sessions.ts'

/** Where people are signed in, seen and ended by themselves and by the clinicAdmin (controls.md S30). */
export const sessionsFeature = (): Feature => ({
  name: 'sessions',
  calls: serve(sessionCalls, {
    async listSessions({ work, params }) {
      const result = await showSessions(work, params.id)
      return { result, size: result.length }
    },
    endSession: async ({ work, params }) => ({ message: await endOneSession(work, params.id, params.sessionId) }),
    endOtherSessions: async ({ work, params }) => ({ message: await endOtherSessions(work, params.id) }),
  }),
})
