import type { ProcessFailed } from '../../platform/processes.ts'

/** Why a recording could not be read, though nothing is wrong with it, in words for people. */
export function troubleInWords({ kind }: ProcessFailed): string {
  switch (kind) {
    case 'missing':
      return 'ffmpeg, the program that reads recordings, is not installed on the server.'
    case 'timed-out':
      return 'Reading the recording took too long.'
    case 'no-memory':
      return 'The server has too little memory to read the recording.'
    case 'too-large':
      return 'The recording is larger than can be read.'
    case 'failed':
      return 'The recording could not be read.'
    default:
      return 'The program that reads recordings was stopped again and again; perhaps the server has too little memory.'
  }
}
