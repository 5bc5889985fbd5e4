import { type Letter, writeLetter } from '../letter.ts'

/** To whose password was changed: they are told, in case it was not them (controls.md S25). */
export const passwordChanged = (facts: { firstName: string; forgotPassword: string }): Letter =>
  writeLetter('Your Dictara password was changed', `Dear ${facts.firstName},`, [
    'Your password was changed just now, and you were signed out everywhere.',
    'If it was not you, set another one at once, and tell your clinic:',
    { link: facts.forgotPassword, words: 'Set a new password' },
  ])
