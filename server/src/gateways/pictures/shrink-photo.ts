import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ProcessFailed, runProcess } from '../../platform/processes.ts'
import { makeInWorkFolder } from '../../platform/work-folder.ts'
import type { Outcome } from './shrink-photo-program.ts'

export const photoMimeType = 'image/webp'

/** Most of the memory is address space that node keeps free and never uses. */
const limits = { timeLimitSeconds: 20, memoryLimitMb: 3_000, fileLimitBytes: 4 * 1_048_576 }
/** What the bytes of a picture do to the program, as against what happens to the program itself. */
const ofThePicture = new Set<ProcessFailed['kind']>(['timed-out', 'killed', 'no-memory', 'too-large', 'failed'])

const here = fileURLToPath(new URL('.', import.meta.url))
/** From source the module itself, in a build its bundle at the same place. */
const program = () =>
  ['shrink-photo-program.ts', 'shrink-photo-program.js']
    .map((name) => join(here, name))
    .find((path) => existsSync(path))!

const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const jpeg = Buffer.from([0xff, 0xd8, 0xff])

/** Whether the bytes begin as a png or jpeg does, whatever the file is called. */
export const isPngOrJpeg = (bytes: Buffer) =>
  bytes.subarray(0, png.length).equals(png) || bytes.subarray(0, jpeg.length).equals(jpeg)

/**
 * Makes a photo of a picture: a small square, turned as it is looked at, without place, camera or anything else that the file says
 * of itself. Read by a program of its own (controls.md S51), since what comes from outside may be made to break what reads it.
 * @throws ProcessFailed for what happened to the program, not for what the bytes are
 */
export async function shrinkPhoto(
  bytes: Buffer,
  workFolder: string,
): Promise<{ outcome: Exclude<Outcome, 'made'> } | { outcome: 'made'; photo: Buffer }> {
  await using made = await makeInWorkFolder(workFolder, 'photo-')
  const output = join(made.path, 'photo')
  const args = [program(), output]
  const input = (async function* () {
    yield bytes
  })()
  const signal = new AbortController().signal
  try {
    const outcome = await runProcess(process.execPath, args, { ...limits, folder: made.path, signal, input })
    return outcome === 'made'
      ? { outcome, photo: await readFile(output) }
      : { outcome: outcome as Exclude<Outcome, 'made'> }
  } catch (error) {
    if (error instanceof ProcessFailed && ofThePicture.has(error.kind)) return { outcome: 'unreadable' }
    throw error
  }
}
