import { type Letter, writeLetter } from '../letter.ts'

/** The wording of each change. */
const words = {
  TOTP_ADDED: 'an authenticator app was set up',
  TOTP_REMOVED: 'the authenticator app was removed',
  PASSKEY_ADDED: 'a passkey was added',
  PASSKEY_REMOVED: 'a passkey was removed',
  CODES_RENEWED: 'new recovery codes were created; the old ones no longer work',
  RESET: 'your clinic’s administrator removed your second factor and its recovery codes, and you were signed out',
} as const

export type FactorChange = keyof typeof words

/** To a person whose second factor was changed, in case it was not them (S32). */
export const factorsChanged = (facts: { firstName: string; change: FactorChange }): Letter =>
  writeLetter('Your Dictara sign-in settings were changed', `Dear ${facts.firstName},`, [
    `Your sign-in settings were just changed: ${words[facts.change]}.`,
    facts.change === 'RESET'
      ? 'If you didn’t ask for this, talk to your administrator.'
      : 'If it wasn’t you, change your password right away and tell your clinic’s administrator.',
  ])
