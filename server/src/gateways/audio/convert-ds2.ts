import { open, rename, rm, stat } from 'node:fs/promises'
import { ProcessFailed, type RunIn, runProcess } from '../../platform/processes.ts'
import { needRoom } from '../../platform/room.ts'
import { type DecodingLimits, NotAudio, wavBytesMost } from './decode.ts'
import { ds2KindOf } from './first-bytes.ts'

const limits = { timeLimitSeconds: 900, memoryLimitMb: 2_000 }
/** What it decodes to is about so much larger. */
const timesLarger = 16

/** DS2 that cannot be read here, and why. */
export class UnreadableDs2 extends NotAudio {}

/**
 * Turns a DS2 file into a wav by the converter of this server, in its place; everything else stays as it is. The converter is a
 * program with its arguments, followed by the DS2 file and by where the wav is to be written (docs/operating/ds2.md).
 * @throws UnreadableDs2 where there is no converter, or it cannot read the file, in words; ProcessFailed for what happened to it
 */
export async function convertDs2(
  path: string,
  { ds2Converter, mostMs, reserveBytes, ...options }: RunIn & DecodingLimits,
): Promise<void> {
  await using file = await open(path, 'r')
  const { buffer } = await file.read(Buffer.alloc(4), 0, 4, 0)
  const kind = ds2KindOf(buffer)
  if (!kind) return
  const name = kind === 'ds2' ? 'DS2' : 'encrypted DS2'
  if (!ds2Converter)
    throw new UnreadableDs2(`This recording is ${name}, which we can’t read here. Export it as DSS or wav.`)
  const output = `${path}.converted`
  const most = wavBytesMost(mostMs)
  const room = await needRoom(options.folder, Math.min((await stat(path)).size * timesLarger, most), reserveBytes)
  const fileLimitBytes = Math.min(most, room)
  const [program, ...args] = ds2Converter.split(/\s+/).filter(Boolean)
  try {
    await runProcess(program!, [...args, path, output], { ...limits, ...options, fileLimitBytes })
    await rename(output, path)
  } catch (error) {
    const wrote = await stat(output).catch(() => undefined)
    await rm(output, { force: true })
    if (error instanceof ProcessFailed && error.kind === 'missing')
      throw new UnreadableDs2(`This recording is ${name}, and its converter is missing on the server.`)
    // A converter that is not ended at its limit fails there by itself: that says nothing of the recording.
    if (error instanceof ProcessFailed && error.kind !== 'stopped' && room < most)
      if (error.kind === 'too-large' || (wrote && wrote.size >= Math.floor(fileLimitBytes)))
        throw new ProcessFailed(program!, 'no-room')
    if (
      (error instanceof ProcessFailed && error.kind === 'failed') ||
      (error as NodeJS.ErrnoException).code === 'ENOENT'
    )
      throw new UnreadableDs2(`This recording is ${name}, and the converter couldn’t read it. Export it as DSS or wav.`)
    throw error
  }
}
