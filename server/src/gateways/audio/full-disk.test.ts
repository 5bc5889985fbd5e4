import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { decodeToWav, encodeForListening } from './index.ts'

const folder = mkdtempSync(join(tmpdir(), 'dictara-full-disk-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const options = { folder, signal: new AbortController().signal, mostMs: 60_000, reserveBytes: 0 }
const sound = join(folder, 'sound.wav')
execFileSync('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', 'sine=frequency=440:duration=2', sound])
/** The Linux device that is always full. */
const full = '/dev/full'

test.runIf(process.platform === 'linux')(
  'a full disk is reported as such: it does not make a recording silent or shorter',
  async () => {
    await expect(decodeToWav(sound, full, options)).rejects.toMatchObject({ code: 'ENOSPC' })
    const whole = join(folder, 'whole.wav')
    await expect(decodeToWav(sound, whole, options, full)).rejects.toMatchObject({ code: 'ENOSPC' })
    await expect(encodeForListening(sound, full, options)).rejects.toMatchObject({ code: 'ENOSPC' })
  },
)
