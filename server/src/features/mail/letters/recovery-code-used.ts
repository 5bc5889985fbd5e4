import { type Letter, writeLetter } from '../letter.ts'

/** To a person who signed in with a recovery code: codes are kept on paper, and somebody else may have found it (S32). */
export const recoveryCodeUsed = (facts: { firstName: string; left: number }): Letter =>
  writeLetter('Someone used one of your Dictara recovery codes', `Dear ${facts.firstName},`, [
    'Someone just signed in with your password and one of your recovery codes.',
    facts.left > 0
      ? `You have ${facts.left} ${facts.left === 1 ? 'code' : 'codes'} left. You can create new ones in your profile, under User Credentials.`
      : 'It was the last one. Create new ones in your profile, under User Credentials.',
    'If it wasn’t you, change your password right away and tell your clinic’s administrator.',
  ])
