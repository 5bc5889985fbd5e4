import type { Gate } from '../../platform/database/index.ts'
import { hashOf } from '../identity/index.ts'
import { countTry } from './sign-up.store.ts'

const hour = 3_600_000
const day = 24 * hour

/** What is counted, how often it may be done, and in what time (controls.md S24). An address is counted in any spelling. */
const limits = {
  codesToEmail: { most: 5, ms: hour },
  wrongCodesOfEmail: { most: 20, ms: day },
  wrongCodesOfNetwork: { most: 100, ms: day },
  signUpsOfNetwork: { most: 20, ms: hour },
  codesOfNetwork: { most: 60, ms: hour },
  linksToEmail: { most: 5, ms: hour },
  linksOfNetwork: { most: 60, ms: hour },
} as const

/** Counts a try before it is made. @returns whether there was one left, of any number at the same moment */
export function takeTry(gate: Pick<Gate, 'db' | 'now'>, what: keyof typeof limits, whose: string): Promise<boolean> {
  return countTry(gate, hashOf(`${what} ${whose.toLowerCase()}`), limits[what])
}

/** The network to count tries by: whoever has one IPv6 address has 2⁶⁴ of them. */
export function networkOf(ip: string): string {
  if (!ip.includes(':') || ip.includes('.')) return ip.replace(/^::ffff:/, '')
  const [head = '', tail] = ip.split('%')[0]!.split('::')
  const first = head === '' ? [] : head.split(':')
  const last = tail === undefined || tail === '' ? [] : tail.split(':')
  const groups = [...first, ...Array.from({ length: Math.max(0, 8 - first.length - last.length) }, () => '0'), ...last]
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}
