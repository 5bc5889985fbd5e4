import { defineRefusals } from './call.ts'

/** The refusals that every call may return. */
export const sharedRefusals = defineRefusals({
  invalid: { status: 400, code: 'invalid', message: 'Check what you entered.' },
  signedOut: { status: 401, code: 'signed-out', message: 'Sign in to continue.' },
  notPermitted: { status: 403, code: 'not-permitted', message: 'You are not permitted to do this operation' },
  /** The client asks for the password or a factor, and calls again. */
  proofNeeded: { status: 403, code: 'proof-needed', message: 'Confirm that it’s you.' },
  factorNeeded: {
    status: 403,
    code: 'factor-needed',
    message: 'Your clinic requires a second factor. Set one up first.',
  },
  notFound: { status: 404, code: 'not-found', message: 'Not found.' },
  tooLarge: { status: 413, code: 'too-large', message: 'This is too large for the server.' },
  changedMeanwhile: {
    status: 409,
    code: 'changed-meanwhile',
    message: 'Someone else has changed this. Close it and open it again.',
  },
  tooMany: { status: 429, code: 'too-many', message: 'Too many requests. Wait a moment and try again.' },
  /** Down, silent, or out of connections: a call that waits in vain cannot tell which. */
  databaseAway: {
    status: 503,
    code: 'database-away',
    message: 'The database isn’t responding. Try again in a moment.',
  },
  starting: {
    status: 503,
    code: 'starting',
    message: 'The server is starting. Try again in a moment.',
  },
  stopping: {
    status: 503,
    code: 'stopping',
    message: 'The server is restarting. Try again in a moment.',
  },
  storageAway: {
    status: 503,
    code: 'storage-away',
    message: 'The server can’t reach its storage right now. What you sent wasn’t saved. Try again later.',
  },
  diskFull: {
    status: 507,
    code: 'disk-full',
    message: 'The server’s disk is full. What you sent wasn’t saved. Try again later.',
  },
})
