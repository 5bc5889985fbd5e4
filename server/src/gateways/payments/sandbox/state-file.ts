import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { emptyLedger, type Ledger } from './ledger.ts'

/** @returns an empty one where there is no file yet; a file that can’t be read is put aside, since it is play money */
export function readLedger(file: string): Ledger {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Ledger
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return emptyLedger()
    if (!(error instanceof SyntaxError)) throw error
    renameSync(file, `${file}.unreadable`)
    return emptyLedger()
  }
}

/** Whole or not at all, and on the disk before it is told. What did not change is not written again. */
export function ledgerWriter(file: string): (ledger: Ledger) => void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  let written: string | undefined
  return (ledger) => {
    const text = JSON.stringify(ledger)
    if (text === written) return
    const half = `${file}.new`
    const descriptor = openSync(half, 'w', 0o600)
    try {
      writeFileSync(descriptor, text)
      fsyncSync(descriptor)
    } finally {
      closeSync(descriptor)
    }
    renameSync(half, file)
    written = text
  }
}
