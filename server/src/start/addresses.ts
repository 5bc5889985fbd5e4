import type { Config } from '../platform/config.ts'

/** Where browsers find the two applications, and each one's API under `/api` of the same address. */
export interface Addresses {
  web: string
  recorder: string
}

type AddressSettings = Pick<
  Config,
  'DICTARA_PORT' | 'DICTARA_RECORDER_PORT' | 'DICTARA_TLS_CERT' | 'DICTARA_PUBLIC_URL' | 'DICTARA_RECORDER_PUBLIC_URL'
>

/** The addresses that follow from the environment: this computer's while developing, the public ones otherwise (ERR-01). */
export function addressesOf(config: AddressSettings): Addresses {
  const local = (port: number) => `${config.DICTARA_TLS_CERT ? 'https' : 'http'}://localhost:${port}`
  const web = config.DICTARA_PUBLIC_URL ?? local(config.DICTARA_PORT)
  const beside = () => {
    const url = new URL(web)
    url.port = String(config.DICTARA_RECORDER_PORT)
    return url.origin
  }
  const recorder =
    config.DICTARA_RECORDER_PUBLIC_URL ?? (config.DICTARA_PUBLIC_URL ? beside() : local(config.DICTARA_RECORDER_PORT))
  return { web, recorder }
}
