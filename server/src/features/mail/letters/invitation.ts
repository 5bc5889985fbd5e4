import { type Letter, writeLetter } from '../letter.ts'

/** To who was given an account: the one-time link by which they set their first password (Q005). */
export const invitation = (facts: { firstName: string; by: string; clinicName: string | null; link: string }): Letter =>
  writeLetter('You are invited to Dictara', `Dear ${facts.firstName},`, [
    `${facts.by}${facts.clinicName ? ` of ${facts.clinicName}` : ''} has created a Dictara account for you.`,
    'Choose your password here within three days. The link works once:',
    { link: facts.link, words: 'Choose a password' },
    'If you didn’t expect this email, tell your clinic and don’t use the link.',
  ])
