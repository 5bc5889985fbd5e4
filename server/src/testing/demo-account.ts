import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A sign-in of the demo, from the file that `./start` writes into its data folder. */
export function demoAccount(dataFolder: string, name: string): { email: string; password: string } {
  const accounts = JSON.parse(readFileSync(join(dataFolder, 'demo-accounts.json'), 'utf8')) as {
    account: string
    email: string
    password: string
  }[]
  return accounts.find(({ account }) => account === name)!
}
