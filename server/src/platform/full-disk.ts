import { setTimeout as sleep } from 'node:timers/promises'

/** Of the file system, of a quota, and of PostgreSQL. */
const codes = new Set(['ENOSPC', 'EDQUOT', '53100'])

/** Whether something failed because there is no room on the disk. */
export const isDiskFull = (error: unknown): boolean => codes.has((error as { code?: string } | null)?.code ?? '')

/**
 * Runs again until it finds room on the disk: a full one is nobody's last try.
 * @throws what the run throws, should it be anything else, or once the signal ends the waiting.
 */
export async function untilThereIsRoom(
  run: () => Promise<void>,
  { signal, pauseMs, whenFull }: { signal: AbortSignal; pauseMs: number; whenFull(error: unknown): void },
): Promise<void> {
  for (;;)
    try {
      return await run()
    } catch (error) {
      if (!isDiskFull(error) || signal.aborted) throw error
      whenFull(error)
      await sleep(pauseMs, undefined, { signal }).catch(() => {
        throw error
      })
    }
}
