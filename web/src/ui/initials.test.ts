import { expect, test } from 'vitest'
import { initialsOf } from './initials.ts'

test.each([
  ['Dana Okafor', 'DO'],
  ['ann van der berg', 'AB'],
  ['Dictara', 'D'],
  ['Éva', 'É'],
  ['  Ada   Byron ', 'AB'],
  ['👩‍⚕️ Nurse', '👩‍⚕️N'],
  ['أحمد علي', 'أع'],
  ['', ''],
])('the initials of “%s” are “%s”', (name, initials) => expect(initialsOf(name)).toBe(initials))
