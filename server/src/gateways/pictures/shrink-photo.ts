import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ProcessFailed, runProcess } from '../../platform/processes.ts'
import { makeInWorkFolder } from '../../platform/work-folder.ts'
import type { Outcome } from './shrink-photo-program.ts'

export const photoMimeType = 'image/webp'

/** Most of the memory is address space that node reserves and never uses. */
const limits = { timeLimitSeconds: 20, memoryLimitMb: 3_000, fileLimitBytes: 4 * 1_048_576 }
/** Failures that a picture's bytes can cause, unlike failures of the program itself. */
const ofThePicture = new Set<ProcessFailed['kind']>(['timed-out', 'killed', 'no-memory', 'too-large', 'failed'])

const here = fileURLToPath(new URL('.', import.meta.url))
/** The module itself when run from source; in a build, its bundle in the same place. */
const program = () =>
  ['shrink-photo-program.ts', 'shrink-photo-program.js']
    .map((name) => join(here, name))
    .find((path) => existsSync(path))!

const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const jpeg = Buffer.from([0xff, 0xd8, 0xff])

/** Whether the bytes begin like a png or jpeg, whatever the file's name. */
export const isPngOrJpeg = (bytes: Buffer) =>
  bytes.subarray(0, png.length).equals(png) || bytes.subarray(0, jpeg.length).equals(jpeg)

/**
 * Makes a photo of a picture: a small square, upright, without place, camera or other metadata. A separate program
 * reads the picture (controls.md S51), since data from outside may be made to crash its reader.
 * @throws ProcessFailed for failures of the program, not of the bytes
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
