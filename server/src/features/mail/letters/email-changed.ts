import { type Letter, writeLetter } from '../letter.ts'

/** To the address that somebody had until an administrator gave them another one: they are told, in case nobody asked for it. */
export const emailChanged = (facts: { firstName: string; by: string; email: string }): Letter =>
  writeLetter('Your sign-in to Dictara was changed', `Dear ${facts.firstName},`, [
    `${facts.by} changed the email of your account in Dictara: it is ${facts.email} now.`,
    'If you know nothing of it, please tell the administrator of your clinic at once.',
  ])
