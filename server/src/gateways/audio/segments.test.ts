import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { times } from '../../../../tools/src/times.ts'
import { samplesASecond, segmentsOf } from './index.ts'

const folder = await mkdtemp(join(tmpdir(), 'dictara-segments-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

const bytesASecond = samplesASecond * 2

/** A silent wav with a click at each of these times. The file is sparse, so even hours of it use little disk space. */
async function aWav(lengthMs: number, clicksMs: readonly number[]): Promise<string> {
  const path = join(folder, 'long.wav')
  const dataBytes = Math.floor((lengthMs * bytesASecond) / 2_000) * 2
  const head = Buffer.alloc(44)
  head.write('RIFF', 0)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.write('data', 36)
  head.writeUInt32LE(dataBytes, 40)
  const file = await open(path, 'w')
  await file.write(head)
  await file.truncate(head.length + dataBytes)
  const click = Buffer.alloc(3_200, 0x40)
  for (const ms of clicksMs) await file.write(click, 0, click.length, head.length + ms * (bytesASecond / 1000))
  await file.close()
  return path
}

test('a recording of several hours is cut into parts of about a minute, without gaps, at quiet places', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 2 * 3_600_000 }),
      fc.array(fc.integer({ min: 0, max: 120_000 }), { maxLength: 400 }),
      async (lengthMs, gaps) => {
        const clicks: number[] = []
        for (let at = 0, index = 0; index < gaps.length; index += 1) {
          at += gaps[index]!
          if (at < lengthMs - 200) clicks.push(at)
        }
        const segments = await segmentsOf(await aWav(lengthMs, clicks))
        expect(segments[0]!.startMs).toBe(0)
        expect(segments.at(-1)!.endMs).toBe(lengthMs)
        for (const [index, { startMs, endMs }] of segments.entries()) {
          if (index > 0) expect(startMs).toBe(segments[index - 1]!.endMs)
          expect(endMs - startMs).toBeLessThanOrEqual(75_000)
          if (index < segments.length - 1) expect(endMs - startMs).toBeGreaterThanOrEqual(45_000)
        }
      },
    ),
    { numRuns: times(8, 60) },
  )
})
