import { type Letter, writeLetter } from '../letter.ts'

/** To the owner of an account with whose address somebody signs up. The page may not reveal that account (Q007). */
export const accountExists = (facts: { firstName: string; signIn: string; forgotPassword: string }): Letter =>
  writeLetter('You already have a Dictara account', `Dear ${facts.firstName},`, [
    'Someone, perhaps you, tried to sign up for Dictara with this address. You already have an account, so nothing was changed.',
    { link: facts.signIn, words: 'Sign in' },
    'Forgot your password? Set a new one here:',
    { link: facts.forgotPassword, words: 'Set a new password' },
    'If it wasn’t you, ignore this email.',
  ])
