import { type Letter, writeLetter } from '../letter.ts'

/**
 * To a person who signs up: the code, and a link to a page with the code filled in. Opening the page does not use up the code
 * (Q004). The subject does not contain the code, because mail programs show it on locked screens.
 */
export const signUpCode = (facts: { firstName: string; code: string; link: string }): Letter =>
  writeLetter('Your Dictara code', `Dear ${facts.firstName},`, [
    'Enter this code to finish your sign-up. It’s valid for ten minutes:',
    { code: facts.code },
    { link: facts.link, words: 'Enter the code' },
    'If you didn’t sign up for Dictara, ignore this email. Nothing happens without the code.',
  ])
