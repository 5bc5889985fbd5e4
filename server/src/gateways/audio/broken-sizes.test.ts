import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { mendAsf } from './asf.ts'
import { hex } from './first-bytes.ts'
import { readSamples } from './samples-there.ts'

const folder = mkdtempSync(join(tmpdir(), 'dictara-sizes-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const path = join(folder, 'sound')

const sizes = [2n ** 53n, 2n ** 60n, 2n ** 63n - 1n, 2n ** 64n - 1n]
const little = (size: bigint) => {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(size)
  return bytes
}

test.each(sizes)('an impossible chunk size means no audio, and not a server error: %d', async (size) => {
  const name = Buffer.from('junk'.padEnd(16, '\0'), 'latin1')
  const w64 = [hex('726966662e91cf11a5d628db04c10000'), Buffer.alloc(24), name, little(size), Buffer.alloc(1_000)]
  writeFileSync(path, Buffer.concat(w64))
  expect(await readSamples(path)).toBeUndefined()
  const caf = [Buffer.from('caff\0\0\0\0junk', 'latin1'), little(size).reverse(), Buffer.alloc(1_000)]
  writeFileSync(path, Buffer.concat(caf))
  expect(await readSamples(path)).toBeUndefined()
})

test.each(sizes)('a wma with an impossible size stays unchanged: %d', async (size) => {
  const [head, data] = [hex('3026b2758e66cf11a6d900aa0062ce6c'), hex('3626b2758e66cf11a6d900aa0062ce6c')]
  for (const [first, second] of [
    [size, 24n],
    [24n, size],
  ] as const) {
    const wma = Buffer.concat([head, little(first), data, little(second), Buffer.alloc(1_000)])
    writeFileSync(path, wma)
    await mendAsf(path)
    expect(readFileSync(path).equals(wma)).toBe(true)
  }
})
