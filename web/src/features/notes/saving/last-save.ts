import { call, CallFailed } from '@dictara/browser/call'
import type { ClientInput, Envelope } from '@dictara/contract'
import { noteCalls } from '@dictara/contract/notes'

type Input = ClientInput<typeof noteCalls.finishNote>['body']
export type NoteSave = NonNullable<Input['save']>
/** The input for finishing besides the text. */
export type Finishing = Omit<Input, 'save'>
export type Finished = Envelope<typeof noteCalls.finishNote>

/**
 * `unsaved`: the text did not reach the server. `apart`: the server has the text but did not finish; a separate call
 * returns the reason.
 */
export type FinishedOr = Finished | 'unsaved' | 'apart'

/** A save that also finishes its note: one call instead of two, and instead of the one for the next job. */
export interface LastSave {
  /**
   * Sends it with the unsaved text. @returns undefined if it was refused, when nothing of it is stored
   * @throws CallFailed if there was no answer, so that the result is unknown
   */
  send(save?: NoteSave, signal?: AbortSignal): Promise<Finished | undefined>
  /** The result, once it was sent. */
  sent: Promise<Finished | undefined> | undefined
}

export function lastSave(jobId: string, finishing: Finishing): LastSave {
  const ask = async (save?: NoteSave, signal?: AbortSignal) => {
    const body = { ...finishing, ...(save && { save }) }
    try {
      return await call(
        noteCalls.finishNote,
        { params: { id: jobId }, body },
        { handler: false, ...(signal && { signal }) },
      )
    } catch (error) {
      // A save that was given up may still have arrived.
      if (!(error instanceof CallFailed)) throw signal?.aborted ? new CallFailed(0, '', '') : error
      if (error.kind === 'unreachable') throw error
      return undefined
    }
  }
  const last: LastSave = {
    sent: undefined,
    send: (save, signal) => (last.sent ??= ask(save, signal)),
  }
  return last
}
