import { type Letter, writeLetter } from '../letter.ts'

/** To who forgot their password: the one-time link by which it is set anew. */
export const resetLink = (facts: { firstName: string; link: string; isFirst: boolean }): Letter =>
  writeLetter('Set a new password for Dictara', `Dear ${facts.firstName},`, [
    `Please choose your password here within ${facts.isFirst ? 'three days' : 'half an hour'}; the link can be used once, and an earlier one is over:`,
    { link: facts.link, words: 'Choose a password' },
    'If you did not ask for it, please ignore this mail: your password stays as it is.',
  ])
