import { expect, test } from 'vitest'
import { passwordProblems } from './password-problems.ts'

test('a new password must be entered twice, and both entries must match', () => {
  expect(passwordProblems({ password: '', confirm: '' })).toEqual({
    password: 'Password is required',
    confirm: 'Please confirm your password!',
  })
  expect(passwordProblems({ password: 'a', confirm: 'b' })).toEqual({
    confirm: 'The two passwords that you entered do not match!',
  })
  expect(passwordProblems({ password: 'a', confirm: 'a' })).toEqual({})
})
