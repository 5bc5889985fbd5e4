import type { ProcessFailed } from '../../platform/processes.ts'

/** Why a valid recording could not be read, as text for people. */
export function troubleInWords({ kind }: ProcessFailed): string {
  switch (kind) {
    case 'missing':
      return 'ffmpeg, which reads recordings, isn’t installed on the server.'
    case 'timed-out':
      return 'Reading the recording took too long.'
    case 'no-memory':
      return 'The server doesn’t have enough memory to read the recording.'
    case 'too-large':
      return 'The recording is too large to read.'
    case 'failed':
      return 'The recording couldn’t be read.'
    default:
      return 'The program that reads recordings kept stopping. The server may not have enough memory.'
  }
}
