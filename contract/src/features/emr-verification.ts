import * as z from 'zod/mini'
import { defineCalls, defineRefusals } from '../call.ts'
import { everyone } from '../roles.ts'
import { idOf, nothing, text } from '../shapes.ts'

export const emrVerificationRefusals = defineRefusals({
  verificationOver: {
    status: 422,
    code: 'emr-state-unknown',
    message: 'This verification has ended or was already used. Start it again from the dashboard.',
  },
  verificationFailed: { status: 422, code: 'emr-not-verified', message: 'The EHR didn’t verify you. {reason}' },
  verificationNotAsked: {
    status: 422,
    code: 'emr-verification-not-asked',
    message: 'The EHR of this facility doesn’t ask you to verify yourself.',
  },
})

const ofPerson = z.object({ clinicId: idOf('clinic'), userId: idOf('own-user') })

/** How people prove themselves to the EHR of a facility (FAC-59, Q089). */
export const emrVerificationCalls = defineCalls({
  startVerification: {
    method: 'POST',
    path: '/emr/{clinicId}/user/{userId}/start-verification',
    summary:
      'Where the caller proves themselves to the EHR of a facility; the address is good once and for 10 minutes.',
    kind: 'in-steps',
    callers: everyone,
    params: ofPerson,
    query: z.object({ facilityId: idOf('facility') }),
    result: z.object({ url: z.string() }),
    example: { params: { clinicId: '$clinic', userId: '$self' }, query: { facilityId: '$facility' } },
  },
  verifyEmr: {
    method: 'POST',
    path: '/emr/{clinicId}/user/{userId}/verify-emr',
    summary: 'Exchanges what the EHR sent the caller back with; its state is used up.',
    kind: 'in-steps',
    answerWithinMs: 90_000,
    callers: everyone,
    params: ofPerson,
    query: z.object({ code: text(8000, 1), state: text(500, 1) }),
    result: nothing,
    example: { params: { clinicId: '$clinic', userId: '$self' }, query: { code: 'code', state: 'state' } },
  },
})
