export interface PasswordProblems {
  password?: string
  confirm?: string
  answer?: string
}

/** The rules of AUTH-17 and AUTH-18; the server judges the strength of a password (Q006). */
export function passwordProblems({ password, confirm }: { password: string; confirm: string }): PasswordProblems {
  return {
    ...(password === '' ? { password: 'Password is required' } : {}),
    ...(confirm === ''
      ? { confirm: 'Please confirm your password!' }
      : confirm === password
        ? {}
        : { confirm: 'The two passwords that you entered do not match!' }),
  }
}
