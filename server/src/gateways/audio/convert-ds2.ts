import { open, rename, rm, stat } from 'node:fs/promises'
import { ProcessFailed, type RunIn, runProcess } from '../../platform/processes.ts'
import { needRoom } from '../../platform/room.ts'
import { type DecodingLimits, NotAudio, wavBytesMost } from './decode.ts'
import { ds2KindOf } from './first-bytes.ts'

const limits = { timeLimitSeconds: 900, memoryLimitMb: 2_000 }
/** The decoded file is about this many times larger. */
const timesLarger = 16

/** A DS2 file that cannot be read here, with the reason. */
export class UnreadableDs2 extends NotAudio {}

/**
 * Replaces a DS2 file by a wav, using this server's converter; leaves all other files unchanged. The converter is a
 * program with its arguments; the DS2 file and the path of the wav are appended (docs/operating/ds2.md).
 * @throws UnreadableDs2 with a message if there is no converter or it cannot read the file; ProcessFailed for other
 * failures of the program
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
    // A converter can also fail by itself at its size limit; that says nothing about the recording.
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
