import type { Config } from '../platform/config.ts'
import { FolderInUse } from '../platform/embedded-postgres.ts'
import { isDatabaseAway } from '../platform/http/envelope.ts'

type Settings = Partial<
  Pick<
    Config,
    | 'DICTARA_PORT'
    | 'DICTARA_RECORDER_PORT'
    | 'DICTARA_MLLP_PORT'
    | 'DICTARA_PAYMENT_SANDBOX_PORT'
    | 'DATABASE_URL'
    | 'dataFolder'
  >
>

/** Why the server could not start, in words for the person at the terminal, with what to do about it. */
export function explainFailure(error: unknown, settings: Settings = {}): string {
  if (!(error instanceof Error)) return `Dictara could not start: ${String(error)}`
  if (error instanceof FolderInUse && settings.dataFolder) return new FolderInUse(settings.dataFolder).message
  const { code, port, path } = error as NodeJS.ErrnoException & { port?: number }
  if (code === 'EADDRINUSE')
    return `${portInWords(port, settings)} is used by another program. Stop it, or ${another(port, settings)}.`
  if (code === 'EACCES' && port !== undefined)
    return `${portInWords(port, settings)} can’t be used by this user. To fix this, ${another(port, settings)}.`
  if (code === 'EADDRNOTAVAIL')
    return `The address in ${settingOf(port, settings) === 'DICTARA_MLLP_PORT' ? 'DICTARA_MLLP_HOST' : 'DICTARA_HOST'} doesn’t belong to this computer.`
  if (code === 'ENOSPC') return `The disk is full${path ? ` (${path})` : ''}. Make room and start again.`
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
    return `${path ?? settings.dataFolder} can’t be used by this user. Start Dictara as its owner, or choose another folder with DICTARA_DATA.`
  if (code === 'ENOENT' && path) return `The file ${path} is missing.`
  const trouble = settings.DATABASE_URL && troubleOfDatabase(error, code ?? '')
  return trouble ? `The database of DATABASE_URL (${hostOf(settings.DATABASE_URL!)}) ${trouble}` : error.message
}

function troubleOfDatabase(error: Error, code: string): string | undefined {
  if (code.startsWith('28')) return 'rejects this user and password.'
  if (code === '3D000') return 'doesn’t exist in this PostgreSQL. Create the database first.'
  if (code === '53300') return 'has no free connections for Dictara. Raise max_connections, or close others.'
  if (code === '25006') return 'is read-only. Use the writable one.'
  return isDatabaseAway(error) ? 'isn’t responding. Check that it’s running and that the address is right.' : undefined
}

/** The setting of a port besides that of the web application, and what it is for. */
const otherPorts = {
  DICTARA_RECORDER_PORT: 'the recorder',
  DICTARA_MLLP_PORT: 'HL7 messages',
  DICTARA_PAYMENT_SANDBOX_PORT: 'the payment sandbox',
} as const
type OtherPort = keyof typeof otherPorts

const settingOf = (port: number | undefined, settings: Settings): OtherPort | undefined =>
  port ? (Object.keys(otherPorts) as OtherPort[]).find((name) => settings[name] === port) : undefined

function portInWords(port: number | undefined, settings: Settings): string {
  const setting = settingOf(port, settings)
  return port === undefined ? 'A port' : `Port ${port}${setting ? ` (for ${otherPorts[setting]})` : ''}`
}

const another = (port: number | undefined, settings: Settings) =>
  `choose another port with ${settingOf(port, settings) ?? 'DICTARA_PORT'}`

/** Never the whole address: it holds a password. */
function hostOf(databaseUrl: string): string {
  return URL.canParse(databaseUrl) ? new URL(databaseUrl).host : 'its address can’t be read'
}
