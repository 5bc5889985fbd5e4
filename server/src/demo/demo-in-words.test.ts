import { expect, test } from 'vitest'
import { passPhrase } from './accounts.ts'
import { demoInWords } from './index.ts'

const accounts = [
  { account: 'doctor', email: 'doctor@demo.dictara.example', password: 'h7kq-2mfw-x9tn-c4rb', clinicName: '' },
]
const quiet = { accounts: [], strengthened: 0, disabled: 0 }

test('pass phrases are shown at each start while the demo is on, and only at a terminal', () => {
  const textOf = (state: object, isTerminal: boolean) =>
    demoInWords({ ...quiet, ...state }, '/data', isTerminal).join('\n')
  expect(textOf({ accounts }, true)).toContain('h7kq-2mfw-x9tn-c4rb')
  expect(textOf({ accounts }, false)).toBe('Demo sign-ins are in /data/demo-accounts.json')
  expect(textOf({}, true)).toBe('')
  expect(textOf({ disabled: 12 }, true)).not.toContain('demo-accounts.json')
})

test('no new pass phrase looks like the words of an older demo, since those are replaced once seen', () => {
  for (let time = 0; time < 5_000; time += 1)
    expect(passPhrase()).toMatch(/^(?=.*\d)[a-km-np-z2-9]{4}(-[a-km-np-z2-9]{4}){3}$/)
})
