import { type Letter, writeLetter } from '../letter.ts'

/**
 * To who signs up: the code, and a page where it stands already. Opening the page uses nothing up (Q004). The subject, which mail
 * programs show on locked screens, does not tell the code.
 */
export const signUpCode = (facts: { firstName: string; code: string; link: string }): Letter =>
  writeLetter('Your code for Dictara', `Dear ${facts.firstName},`, [
    'Please enter this code to finish your sign-up; it is good for ten minutes:',
    { code: facts.code },
    { link: facts.link, words: 'Enter the code' },
    'If you did not sign up for Dictara, please ignore this mail: without the code nothing happens.',
  ])
