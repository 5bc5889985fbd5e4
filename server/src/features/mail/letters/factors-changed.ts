import { type Letter, writeLetter } from '../letter.ts'

/** What was changed, in the words of its owner's mail. */
const words = {
  TOTP_ADDED: 'an authenticator app was set up',
  TOTP_REMOVED: 'the authenticator app was removed',
  PASSKEY_ADDED: 'a passkey was added',
  PASSKEY_REMOVED: 'a passkey was removed',
  CODES_RENEWED: 'new recovery codes were made; those before are over',
  RESET: 'an administrator of your clinic removed your second factor, with its recovery codes, and you were signed out',
} as const

export type FactorChange = keyof typeof words

/** To whose second factor was changed: they are told, in case it was not them (S32). */
export const factorsChanged = (facts: { firstName: string; change: FactorChange }): Letter =>
  writeLetter('How you sign in to Dictara was changed', `Dear ${facts.firstName},`, [
    `Your sign-in was changed just now: ${words[facts.change]}.`,
    facts.change === 'RESET'
      ? 'If you did not ask for it, please talk to your administrator.'
      : 'If it was not you, change your password at once, and tell the administrator of your clinic.',
  ])
