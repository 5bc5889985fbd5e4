import { type Letter, writeLetter } from '../letter.ts'

/** To who was given an account: the one-time link by which they set their first password (Q005). */
export const invitation = (facts: { firstName: string; by: string; clinicName: string | null; link: string }): Letter =>
  writeLetter('You are invited to Dictara', `Dear ${facts.firstName},`, [
    `${facts.by}${facts.clinicName ? ` of ${facts.clinicName}` : ''} has made an account for you in Dictara.`,
    'Please choose your password here within three days; the link can be used once:',
    { link: facts.link, words: 'Choose a password' },
    'If you did not expect this mail, please tell your clinic and do not use the link.',
  ])
