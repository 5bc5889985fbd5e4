import { type Letter, writeLetter } from '../letter.ts'

/** To a person who forgot their password: the one-time link to set a new one. */
export const resetLink = (facts: { firstName: string; link: string; isFirst: boolean }): Letter =>
  writeLetter('Set a new password for Dictara', `Dear ${facts.firstName},`, [
    `Choose your password here within ${facts.isFirst ? 'three days' : 'half an hour'}. The link works once and replaces earlier ones:`,
    { link: facts.link, words: 'Choose a password' },
    'If you didn’t ask for this, ignore this email. Your password stays the same.',
  ])
