import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'

/** A port of the loopback address that nothing listens on at this moment; another program may be quicker to take it. */
export function freePort(): Promise<number> {
  return new Promise((found, failed) => {
    const probe = createServer()
    probe.on('error', failed)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo
      probe.close(() => found(port))
    })
  })
}
