import type { ChildProcess } from 'node:child_process'

/**
 * Waits until a start of the product has printed its line `ready <address>`.
 * @returns the address
 * @throws Error with its output if it ends before.
 */
export function untilReady(run: ChildProcess): Promise<string> {
  let said = ''
  return new Promise((ready, failed) => {
    run.stdout!.on('data', (text: Buffer) => {
      said += text.toString()
      const address = /^ready (\S+)$/m.exec(said)?.[1]
      if (address) ready(address)
    })
    run.on('exit', () => failed(new Error(`Dictara did not start:\n${said}`)))
  })
}
