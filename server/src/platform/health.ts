import { access, constants, statfs } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import type { Doors } from './database/index.ts'

/** `/livez` answers while the process lives; `/readyz` only while it can serve. */
export function registerHealth(
  server: FastifyInstance,
  parts: { doors: Doors; audioFolder: string; isStopping(): boolean },
) {
  server.get('/livez', async () => ({ status: 'alive' }))
  server.get('/readyz', async (_request, reply) => {
    const problem = parts.isStopping() ? 'stopping' : await findProblem(parts)
    return reply
      .header('cache-control', 'no-store')
      .status(problem ? 503 : 200)
      .send({ status: problem ?? 'ready' })
  })
}

const leastFreeShare = 0.01

async function findProblem({ doors, audioFolder }: { doors: Doors; audioFolder: string }): Promise<string | null> {
  const timeout = new Promise<never>((_, fail) => setTimeout(() => fail(new Error('too slow')), 2_000).unref())
  try {
    await Promise.race([doors.ping(), timeout])
  } catch {
    return 'database away'
  }
  try {
    // Made by the start, and by nothing else: where it is missing the data folder is another one, or none.
    await access(audioFolder, constants.W_OK)
    const disk = await statfs(audioFolder)
    return disk.bavail / disk.blocks < leastFreeShare ? 'disk full' : null
  } catch {
    return 'data folder not writable'
  }
}
