import { type ProcessOptions, type RunIn, runProcess } from '../../platform/processes.ts'

/**
 * Formats of recordings. Formats that name other files to read, such as playlists, are excluded: ffmpeg would open any
 * file that the server may read (controls.md S51).
 */
const formats = 'wav,w64,aiff,caf,au,mp3,aac,mov,matroska,ogg,flac,asf,dss,amr,gsm'

/** A recording has one sound stream, and perhaps a picture. */
const mostStreams = 32

/** A file from outside; `pipe:0` for standard input. */
export const fromOutside = (path: string) => [
  '-protocol_whitelist',
  'file,pipe',
  '-format_whitelist',
  formats,
  '-max_streams',
  String(mostStreams),
  '-i',
  path,
]

/** A wav of our own. */
export const ownWav = (path: string) => ['-protocol_whitelist', 'file', '-f', 'wav', '-i', path]

/** Drops titles, chapters and pictures, so that no metadata of a file gets into its copies. */
export const soundOnly = ['-vn', '-sn', '-dn', '-map_metadata', '-1', '-map_chapters', '-1', '-fflags', '+bitexact']

type Limits = Pick<ProcessOptions, 'timeLimitSeconds' | 'memoryLimitMb' | 'fileLimitBytes' | 'input'>

/** @throws ProcessFailed */
export const ffmpeg = (args: readonly string[], options: RunIn & Partial<Limits>) =>
  runProcess('ffmpeg', ['-nostdin', '-v', 'error', '-y', ...args], {
    timeLimitSeconds: 900,
    memoryLimitMb: 2_000,
    ...options,
  })

/** @throws ProcessFailed */
export const ffprobe = (path: string, entries: string, options: RunIn & Partial<Limits>) =>
  runProcess('ffprobe', ['-v', 'error', '-show_entries', entries, '-of', 'csv=p=0', ...fromOutside(path)], {
    timeLimitSeconds: 30,
    memoryLimitMb: 1_000,
    ...options,
  })
