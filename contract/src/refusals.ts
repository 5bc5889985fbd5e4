import { defineRefusals } from './call.ts'

/** The answers that every call may give. */
export const sharedRefusals = defineRefusals({
  invalid: { status: 400, code: 'invalid', message: 'Please check what you entered.' },
  signedOut: { status: 401, code: 'signed-out', message: 'Please sign in to continue.' },
  notPermitted: { status: 403, code: 'not-permitted', message: 'You are not permitted to do this operation' },
  /** A client asks for the password or a factor, and calls again. */
  proofNeeded: { status: 403, code: 'proof-needed', message: 'Please confirm that it is you.' },
  factorNeeded: {
    status: 403,
    code: 'factor-needed',
    message: 'Your clinic asks for a second factor. Please set one up first.',
  },
  notFound: { status: 404, code: 'not-found', message: 'This was not found.' },
  tooLarge: { status: 413, code: 'too-large', message: 'This is larger than the server accepts.' },
  changedMeanwhile: {
    status: 409,
    code: 'changed-meanwhile',
    message: 'Somebody else has changed this meanwhile. Please close it and open it again.',
  },
  tooMany: { status: 429, code: 'too-many', message: 'Too many requests. Please wait a moment and try again.' },
  /** Away, silent, or with more to do than it has connections: what waits in vain cannot tell which. */
  databaseAway: {
    status: 503,
    code: 'database-away',
    message: 'The database does not answer in time. Please try again in a moment.',
  },
  starting: {
    status: 503,
    code: 'starting',
    message: 'The server is starting. Please try again in a moment.',
  },
  stopping: {
    status: 503,
    code: 'stopping',
    message: 'The server is being restarted. Please try again in a moment.',
  },
  storageAway: {
    status: 503,
    code: 'storage-away',
    message: 'The server cannot reach what it stores right now. What you sent was not kept; please try again later.',
  },
  diskFull: {
    status: 507,
    code: 'disk-full',
    message: 'The server has no room left to store this. What you sent was not kept; please try again later.',
  },
})
