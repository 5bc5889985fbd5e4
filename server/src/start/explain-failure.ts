import type { Config } from '../platform/config.ts'
import { FolderInUse } from '../platform/embedded-postgres.ts'

type Settings = Partial<Pick<Config, 'DICTARA_PORT' | 'DICTARA_RECORDER_PORT' | 'DATABASE_URL' | 'dataFolder'>>

/** Why the server could not start, in words for the person at the terminal, with what to do about it. */
export function explainFailure(error: unknown, settings: Settings = {}): string {
  if (!(error instanceof Error)) return `Dictara could not start: ${String(error)}`
  if (error instanceof FolderInUse && settings.dataFolder) return new FolderInUse(settings.dataFolder).message
  const { code, port, path } = error as NodeJS.ErrnoException & { port?: number }
  if (code === 'EADDRINUSE')
    return `${portInWords(port, settings)} is taken by another program. Stop that program, or ${another(port, settings)}.`
  if (code === 'EACCES' && port !== undefined)
    return `${portInWords(port, settings)} may not be used by this user. Please ${another(port, settings)}.`
  if (code === 'EADDRNOTAVAIL') return 'The address in DICTARA_HOST is none of this computer.'
  if (code === 'ENOSPC') return `The disk is full${path ? ` (${path})` : ''}. Make room and start again.`
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
    return `${path ?? settings.dataFolder} cannot be used by this user. Start Dictara as its owner, or choose another folder with DICTARA_DATA.`
  if (code === 'ENOENT' && path) return `The file ${path} is missing.`
  if (settings.DATABASE_URL && databaseIsAway.has(code ?? ''))
    return `The database of DATABASE_URL (${hostOf(settings.DATABASE_URL)}) does not answer. Is it running, and does the address hold?`
  if (settings.DATABASE_URL && code?.startsWith('28'))
    return `The database of DATABASE_URL (${hostOf(settings.DATABASE_URL)}) does not take this user and password.`
  return error.message
}

const databaseIsAway = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  '57P03',
])

function portInWords(port: number | undefined, settings: Settings): string {
  const use = port === settings.DICTARA_RECORDER_PORT ? ' (for the recorder)' : ''
  return port === undefined ? 'A port' : `Port ${port}${use}`
}

function another(port: number | undefined, settings: Settings): string {
  const setting = port === settings.DICTARA_RECORDER_PORT ? 'DICTARA_RECORDER_PORT' : 'DICTARA_PORT'
  return `choose another port with ${setting}`
}

/** Never the whole address: it holds a password. */
function hostOf(databaseUrl: string): string {
  return URL.canParse(databaseUrl) ? new URL(databaseUrl).host : 'its address cannot be read'
}
