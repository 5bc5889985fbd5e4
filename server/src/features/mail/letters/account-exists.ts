import { type Letter, writeLetter } from '../letter.ts'

/** To who has an account already, when somebody signs up with their address: what the page may not say (Q007). */
export const accountExists = (facts: { firstName: string; signIn: string; forgotPassword: string }): Letter =>
  writeLetter('You have a Dictara account already', `Dear ${facts.firstName},`, [
    'Somebody, perhaps you, signed up for Dictara with this address. You have an account already, and nothing was changed.',
    { link: facts.signIn, words: 'Sign in' },
    'Should you have forgotten your password, ask for a new one here:',
    { link: facts.forgotPassword, words: 'Set a new password' },
    'If it was not you, please ignore this mail.',
  ])
