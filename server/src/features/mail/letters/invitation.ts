import { type Letter, writeLetter } from '../letter.ts'

/** To a person with a new account: the one-time link to set their first password (Q005). */
export const invitation = (facts: { firstName: string; by: string; clinicName: string | null; link: string }): Letter =>
  writeLetter('You are invited to Dictara', `Dear ${facts.firstName},`, [
    `${facts.by}${facts.clinicName ? ` of ${facts.clinicName}` : ''} has created a Dictara account for you.`,
    'Choose your password here within three days. The link works once:',
    { link: facts.link, words: 'Choose a password' },
    'If you didn’t expect this email, tell your clinic and don’t use the link.',
  ])
