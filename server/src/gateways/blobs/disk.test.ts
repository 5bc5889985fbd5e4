import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { StorageAway } from '../../platform/storage-away.ts'
import { testSecrets } from '../../testing/test-secrets.ts'
import { createSealer } from './block-cipher.ts'
import { diskBlobs } from './disk.ts'
import { DamagedBlob } from './port.ts'

const folder = await mkdtemp(join(tmpdir(), 'dictara-blobs-'))
const blobs = diskBlobs(folder, testSecrets)
afterAll(() => rm(folder, { recursive: true, force: true }))

async function* inPieces(bytes: Buffer, size: number) {
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size)
}
const collect = async (bytes: AsyncIterable<Buffer>) => Buffer.concat(await Array.fromAsync(bytes))
const allFiles = async () =>
  (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())

test('stored content can be read back, in full or in any range', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: 300_000 }),
      fc.integer({ min: 1, max: 90_000 }),
      fc.nat(),
      fc.nat(),
      async (size, piece, a, b) => {
        const bytes = Buffer.alloc(size)
        for (let i = 0; i < size; i += 1) bytes[i] = (i * 31 + (i >> 8)) & 255
        const id = newId()
        expect((await blobs.put(id, inPieces(bytes, piece))).sizeBytes).toBe(size)
        expect((await collect(blobs.read(id))).equals(bytes)).toBe(true)
        if (size === 0) return
        const [start, end] = [a % size, b % size].toSorted((x, y) => x - y) as [number, number]
        expect((await collect(blobs.read(id, { start, end }))).equals(bytes.subarray(start, end + 1))).toBe(true)
      },
    ),
    { numRuns: 40 },
  )
})

test('nothing of it can be read on the disk, and a changed byte is detected', async () => {
  const id = newId()
  const canary = Buffer.from('CANARY-ALBUTEROL '.repeat(5_000))
  await blobs.put(id, inPieces(canary, 10_000))
  const path = join(folder, id.slice(-2), id)
  const sealed = await readFile(path)
  expect(sealed.includes('CANARY')).toBe(false)
  sealed[sealed.length - 20]! ^= 1
  await writeFile(path, sealed)
  await expect(collect(blobs.read(id))).rejects.toThrow(DamagedBlob)
})

test('a file without its end, or without whole blocks, is never taken for a shorter one', async () => {
  for (const size of [0, 1, 65_535, 65_536, 65_537, 200_000]) {
    const id = newId()
    await blobs.put(id, inPieces(Buffer.alloc(size, 7), 10_000))
    const path = join(folder, id.slice(-2), id)
    const whole = await readFile(path)
    const cuts = [1, 15, 16, 17, 32, 65_552, 65_568, 131_104, whole.length - 60, whole.length - 1]
    for (const cut of cuts.filter((bytes) => bytes > 0 && bytes < whole.length)) {
      await writeFile(path, whole.subarray(0, whole.length - cut))
      await expect(collect(blobs.read(id)), `${cut} of ${whole.length}`).rejects.toThrow(DamagedBlob)
      await expect(collect(blobs.read(id, { start: 0, end: 0 })), `${cut} of ${whole.length}`).rejects.toThrow(
        DamagedBlob,
      )
    }
    // Removes a block from the middle, so that later blocks have the wrong place.
    if (size > 131_072) {
      await writeFile(path, Buffer.concat([whole.subarray(0, 60), whole.subarray(60 + 65_552)]))
      await expect(collect(blobs.read(id))).rejects.toThrow(DamagedBlob)
    }
    await writeFile(path, Buffer.concat([whole, Buffer.from('x')]))
    await expect(collect(blobs.read(id))).rejects.toThrow(DamagedBlob)
    await writeFile(path, whole)
    expect((await collect(blobs.read(id))).length).toBe(size)
  }
})

test('files written before end records existed can still be read', async () => {
  for (const size of [0, 1, 65_536, 200_000]) {
    const id = newId()
    const key = randomBytes(32)
    const sealer = createSealer(key)
    const bytes = randomBytes(size)
    const sealed = [...sealer.seal(bytes), ...sealer.end().slice(0, -1)]
    await mkdir(join(folder, id.slice(-2)), { recursive: true })
    await writeFile(join(folder, id.slice(-2), id), Buffer.concat([testSecrets.seal(key, `blob ${id}`), ...sealed]))
    expect((await collect(blobs.read(id))).equals(bytes)).toBe(true)
    if (size > 70_000)
      expect(
        (await collect(blobs.read(id, { start: 65_530, end: 65_540 }))).equals(bytes.subarray(65_530, 65_541)),
      ).toBe(true)
  }
})

test('an interrupted stream leaves nothing behind', async () => {
  const before = (await allFiles()).length
  async function* broken() {
    yield Buffer.from('some bytes')
    throw new Error('the line went dead')
  }
  await expect(blobs.put(newId(), broken())).rejects.toThrow('the line went dead')
  expect((await allFiles()).length).toBe(before)
})

test('after its folder is moved, or without its disk, nothing is written in the old place', async () => {
  const data = await mkdtemp(join(tmpdir(), 'dictara-moved-'))
  const moved = diskBlobs(join(data, 'audio'), testSecrets)
  const before = newId()
  await moved.put(before, inPieces(Buffer.from('sound'), 2))
  await rename(data, `${data}-elsewhere`)
  await expect(moved.put(newId(), inPieces(Buffer.from('sound'), 2))).rejects.toThrow(StorageAway)
  await expect(collect(moved.read(before))).rejects.toThrow(StorageAway)
  await expect(moved.writeMark('{}')).rejects.toThrow('ENOENT')
  expect(existsSync(data)).toBe(false)
  await rename(`${data}-elsewhere`, data)
  expect((await collect(moved.read(before))).toString()).toBe('sound')
  await rm(data, { recursive: true })
})
