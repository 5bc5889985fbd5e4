import { type Letter, writeLetter } from '../letter.ts'

/**
 * To who signs up: the code, and a page where it stands already. Opening the page uses nothing up (Q004). The subject, which mail
 * programs show on locked screens, does not tell the code.
 */
export const signUpCode = (facts: { firstName: string; code: string; link: string }): Letter =>
  writeLetter('Your Dictara code', `Dear ${facts.firstName},`, [
    'Enter this code to finish your sign-up. It’s valid for ten minutes:',
    { code: facts.code },
    { link: facts.link, words: 'Enter the code' },
    'If you didn’t sign up for Dictara, ignore this email. Nothing happens without the code.',
  ])
