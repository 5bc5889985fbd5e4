import { isIP } from 'node:net'
import { idForm } from './ids.ts'

/** Tells what is wrong with a setting, after its name. */
export class BadSetting extends Error {}

/** Whether a text is an address, or a network such as 10.1.0.0/16. */
export function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/')
  const family = isIP(address)
  if (family === 0 || more.length > 0) return false
  return (
    bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= (family === 4 ? 32 : 128))
  )
}

/** Who sends HL7 messages from a network, and for which facility. */
export interface MllpSender {
  network: string
  facilityId: string
}

export function readSenders(text: string): MllpSender[] {
  const senders = text
    .split(/[\s,]+/)
    .filter(Boolean)
    .map((one) => {
      const [network = '', facilityId = '', ...more] = one.toLowerCase().split('=')
      if (!isNetwork(network) || !idForm.test(facilityId) || more.length > 0)
        throw new BadSetting('must be a list such as 10.1.2.3=(facility id), 10.2.0.0/16=(facility id)')
      return { network, facilityId }
    })
  if (new Set(senders.map(({ network }) => network)).size < senders.length)
    throw new BadSetting('names an address twice; each address sends for one facility')
  return senders
}

/** A host, or a host with a port, as browsers spell it. */
export function readPlace(text: string): string {
  const [, host = '', port] = /^(\[[\da-f:.]+\]|[^\s:/@]+)(?::(\d{1,5}))?$/i.exec(text) ?? []
  const address = `https://${host}`
  if (host === '' || !URL.canParse(address) || Number(port ?? 1) > 65535)
    throw new BadSetting('must be a list of hosts, each with or without a port, e.g. ehr.hospital.lan:8443')
  const { hostname } = new URL(address)
  return port === undefined ? hostname : `${hostname}:${Number(port)}`
}
