import { createWriteStream } from 'node:fs'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

/** The reference: receives one PUT, streams it to disk, syncs it and answers, without hash, encryption or database. */
const folder = await mkdtemp(join(tmpdir(), 'dictara-bench-peer-'))
const path = join(folder, 'upload')

const server = createServer(async (request, response) => {
  await pipeline(request, createWriteStream(path))
  const file = await open(path)
  await file.sync()
  await file.close()
  response.end('stored')
})
server.listen(0, 'localhost', () => process.send?.((server.address() as AddressInfo).port))
process.once('disconnect', async () => {
  await rm(folder, { recursive: true, force: true })
  process.exit()
})
