import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { once } from 'node:events'

/** A proxy to a local port, which can be cut as if its target were unreachable, and mended again. */
export async function aLineTo(port: number) {
  const open = new Set<Socket>()
  let isCut = false
  let isSilent = false
  const server = createServer((near) => {
    if (isCut) return near.resetAndDestroy()
    if (isSilent) {
      open.add(near)
      near.on('error', () => {}).resume()
      return undefined
    }
    const far = connect(port, '127.0.0.1')
    for (const [end, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(end)
      end.on('error', () => other.destroy())
      end.on('close', () => {
        open.delete(end)
        other.destroy()
      })
      end.pipe(other)
    }
    return undefined
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    cut() {
      isCut = true
      for (const end of open) end.resetAndDestroy()
    },
    /** Drops all data without closing connections; existing connections work again after mending. */
    silence() {
      isSilent = true
      for (const end of open) end.unpipe().resume()
    },
    mend() {
      isCut = false
      isSilent = false
    },
    close() {
      for (const end of open) end.destroy()
      server.close()
    },
  }
}
