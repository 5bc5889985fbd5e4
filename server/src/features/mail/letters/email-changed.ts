import { type Letter, writeLetter } from '../letter.ts'

/** To the address that somebody had until an administrator gave them another one: they are told, in case nobody asked for it. */
export const emailChanged = (facts: { firstName: string; by: string; email: string }): Letter =>
  writeLetter('Your Dictara sign-in was changed', `Dear ${facts.firstName},`, [
    `${facts.by} changed the email of your Dictara account to ${facts.email}.`,
    'If you didn’t expect this, tell your clinic’s administrator right away.',
  ])
