import { secretsFrom } from '../platform/secrets.ts'

/** The installation key of every test database, so that the door roles of one cluster share their passwords. */
export const testSecrets = secretsFrom(Buffer.alloc(32, 7))
