import { type Letter, writeLetter } from '../letter.ts'

/** To who signed in by a recovery code: such codes lie on paper, and somebody may have found it (S32). */
export const recoveryCodeUsed = (facts: { firstName: string; left: number }): Letter =>
  writeLetter('A recovery code of yours was used in Dictara', `Dear ${facts.firstName},`, [
    'Somebody signed in with your password and one of your recovery codes just now.',
    facts.left > 0
      ? `You have ${facts.left} ${facts.left === 1 ? 'code' : 'codes'} left. New ones can be made in your profile, under User Credentials.`
      : 'It was the last one. Please make new ones in your profile, under User Credentials.',
    'If it was not you, change your password at once, and tell the administrator of your clinic.',
  ])
