import { type Letter, writeLetter } from '../letter.ts'

/** To a person's old address after an administrator changed it, in case the person did not ask for it. */
export const emailChanged = (facts: { firstName: string; by: string; email: string }): Letter =>
  writeLetter('Your Dictara sign-in was changed', `Dear ${facts.firstName},`, [
    `${facts.by} changed the email of your Dictara account to ${facts.email}.`,
    'If you didn’t expect this, tell your clinic’s administrator right away.',
  ])
