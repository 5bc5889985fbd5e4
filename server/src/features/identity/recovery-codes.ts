import { createHmac, randomInt } from 'node:crypto'
import { recoveryCodeCount } from '@dictara/contract/second-factor'
import type { Secrets } from '../../platform/secrets.ts'

/** Characters that people do not confuse when they read them from paper. */
const signs = '23456789abcdefghjkmnpqrstuvwxyz'
const groups = 3
const groupSigns = 4

const part = () => Array.from({ length: groupSigns }, () => signs[randomInt(signs.length)]).join('')

/** Ten codes of 59 random bits, e.g. `k7mq-4t9x-2hwp`. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: recoveryCodeCount }, () => Array.from({ length: groups }, part).join('-'))

/** The stored hash of a code, bound to the person and the installation. Ignores case and separators. */
export const hashRecoveryCode = (secrets: Secrets, userId: string, code: string): Buffer =>
  createHmac('sha256', secrets.derive('recovery codes'))
    .update(`${userId} ${code.toLowerCase().replaceAll(/[^a-z0-9]/g, '')}`)
    .digest()
