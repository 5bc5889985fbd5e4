import { randomInt } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { endSessionsOf, hashPassword, isPassword } from '../features/identity/index.ts'
import type { Doors } from '../platform/database/index.ts'
import { listDemoSignIns, updateDemoPassword } from './demo.store.ts'

export interface DemoAccount {
  account: string
  email: string
  password: string
  clinicName: string
}

/** Without characters that are easily confused. */
const signs = 'abcdefghijkmnpqrstuvwxyz23456789'

const fourSigns = () => Array.from({ length: 4 }, () => signs[randomInt(signs.length)]).join('')

/**
 * 80 bits, e.g. h7kq-2mfw-x9tn-c4rb. It always contains a digit, since letters alone look like the words of an older
 * demo.
 */
export function passPhrase(): string {
  const phrase = Array.from({ length: 4 }, fourSigns).join('-')
  return /\d/.test(phrase) ? phrase : passPhrase()
}

/** Four words out of twenty, as in the first demo: 17 bits. */
const isWeak = ({ password }: DemoAccount) => /^[a-z]+(-[a-z]+){3}$/.test(password)

export const accountsFile = (dataFolder: string) => join(dataFolder, 'demo-accounts.json')

async function readAccounts(file: string): Promise<DemoAccount[]> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as DemoAccount[]
  } catch {
    return []
  }
}

/** The sign-ins of the demo; none if this installation has no demo. */
export const readDemoAccounts = (dataFolder: string) => readAccounts(accountsFile(dataFolder))

/** Only the owner of the folder may read the file. */
export const writeAccounts = (file: string, accounts: readonly DemoAccount[]) =>
  writeFile(file, `${JSON.stringify(accounts, null, 2)}\n`, { mode: 0o600, flush: true })

/**
 * Gives the accounts of an older demo pass phrases that cannot be guessed; people who have set their own password keep
 * it.
 * @returns the number of weak ones.
 */
export async function replaceWeakPhrases(doors: Doors, dataFolder: string): Promise<number> {
  const accounts = await readDemoAccounts(dataFolder)
  const weak = accounts.filter(isWeak)
  if (weak.length === 0) return 0
  // Written, and perhaps already in effect, if an earlier start was killed half-way.
  const nextFile = `${accountsFile(dataFolder)}.next`
  const begun = await readAccounts(nextFile)
  const next =
    begun.length > 0 ? begun : accounts.map((one) => (isWeak(one) ? { ...one, password: passPhrase() } : one))
  await writeAccounts(nextFile, next)
  await doors.asSystem('give the demo stronger pass phrases', async (work) => {
    for (const { id, email, passwordHash } of await listDemoSignIns(work)) {
      const old = weak.find((one) => one.email === email)
      if (!old || !(await isPassword(passwordHash, old.password))) continue
      await updateDemoPassword(work, id, await hashPassword(next.find((one) => one.email === email)!.password))
      await endSessionsOf(work, id, 'PASSWORD_CHANGED')
    }
  })
  await rename(nextFile, accountsFile(dataFolder))
  return weak.length
}
