import type { Secrets } from '../../platform/secrets.ts'

/** How long an address of a recording can be used, as long as its session lasts. */
const keyMs = 12 * 60 * 60_000
const about = 'audio key'

export interface AudioKey {
  jobId: string
  userId: string
  sessionId: string
}

/** A key for one job, one session: an <audio> element cannot send a bearer. It alone opens nothing without the cookie. */
export const sealAudioKey = (secrets: Secrets, key: AudioKey, now: Date): string =>
  secrets.seal(Buffer.from(JSON.stringify({ ...key, until: now.getTime() + keyMs })), about).toString('base64url')

/** @returns null for a key that is not ours, was changed, or has run out. */
export function openAudioKey(secrets: Secrets, sealed: string, now: Date): AudioKey | null {
  try {
    const opened = secrets.unseal(Buffer.from(sealed, 'base64url'), about).toString()
    const { until, ...key } = JSON.parse(opened) as AudioKey & { until: number }
    return until > now.getTime() ? key : null
  } catch {
    return null
  }
}
