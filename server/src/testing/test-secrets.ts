import { secretsFrom } from '../platform/secrets.ts'

/** The installation key of every test database, the same one because the door roles of a cluster share their passwords. */
export const testSecrets = secretsFrom(Buffer.alloc(32, 7))
