import type { SentJob } from '../sent/sent-jobs.ts'
import { fetchEncryptedKey } from '../server-calls.ts'

export interface Configuration {
  productName: string
  webUrl: string
  recorderUrl: string
  limitBytes: number
}

export async function loadConfiguration(): Promise<Configuration> {
  const answer = await fetch('/api/config.json', { signal: AbortSignal.timeout(15_000) })
  if (!answer.ok) throw new Error('The configuration could not be loaded.')
  return (await answer.json()) as Configuration
}

/** Base64 of UTF-8, as /cross-Auth expects it (XAUTH-03). */
const toBase64 = (text: string) => btoa(String.fromCharCode(...new TextEncoder().encode(text)))

/** /cross-Auth of the web application: with a key it signs in and continues to the target (XAUTH-02 to 05). */
export function crossAuthUrl(webUrl: string, target: string, encryptedKey: string): string {
  const query = new URLSearchParams({ 'redirect-url': toBase64(target), encryptedKey })
  return `${webUrl}/cross-Auth?${query}`
}

/** The page on which a new job appears first. */
const jobsPath = '/dashboard/jobs-list/my-jobs/in-progress'

/** The page on which a job's author opens its note. */
export const notePath = ({ jobId, status }: Pick<SentJob, 'jobId' | 'status'>, userType: string) =>
  `/dashboard/editor/${jobId}?userType=${userType}&jobStage=${status === 'READY' || status === 'IN_REVIEW' ? 'in-review' : 'in-progress'}`

/** Returns to the web application, signed in as the same person; without a key, to its sign-in page. */
export async function goBack({ webUrl }: Configuration, path = jobsPath): Promise<void> {
  const target = `${webUrl}${path}`
  const address = await fetchEncryptedKey().then(
    (key) => crossAuthUrl(webUrl, target, key),
    () => target,
  )
  location.assign(address)
}

/**
 * The web application's sign-in page, which returns here: with an invalid key /cross-Auth remembers the target and asks
 * for email and password (XAUTH-05).
 */
export const signInUrl = ({ webUrl, recorderUrl }: Configuration) => crossAuthUrl(webUrl, recorderUrl, 'sign-in')
