import { type Letter, writeLetter } from '../letter.ts'

/** To a person whose password was changed, in case it was not them (controls.md S25). */
export const passwordChanged = (facts: { firstName: string; forgotPassword: string }): Letter =>
  writeLetter('Your Dictara password was changed', `Dear ${facts.firstName},`, [
    'Your password was just changed, and you were signed out everywhere.',
    'If it wasn’t you, set a new one right away and tell your clinic:',
    { link: facts.forgotPassword, words: 'Set a new password' },
  ])
