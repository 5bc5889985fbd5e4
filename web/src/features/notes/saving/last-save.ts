import { call, CallFailed } from '@dictara/browser/call'
import type { ClientInput, Envelope } from '@dictara/contract'
import { noteCalls } from '@dictara/contract/notes'

type Input = ClientInput<typeof noteCalls.finishNote>['body']
export type NoteSave = NonNullable<Input['save']>
/** What finishing needs besides the text. */
export type Finishing = Omit<Input, 'save'>
export type Finished = Envelope<typeof noteCalls.finishNote>

/** `unsaved`: the text did not reach the server. `apart`: the server has the text, and did not finish; asked alone it says why. */
export type FinishedOr = Finished | 'unsaved' | 'apart'

/** A save with which its note is finished: one call in the place of two, and of the one for the next job. */
export interface LastSave {
  /**
   * Sends it, with what is unsaved. @returns nothing when it was refused: then nothing of it is stored
   * @throws CallFailed when nobody answered, so that whether it was done is not known
   */
  send(save?: NoteSave, signal?: AbortSignal): Promise<Finished | undefined>
  /** How it went, once it was sent. */
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
      // Given up on the way, it may have arrived.
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
