import type { Shelf } from '../../sending/shelf.ts'
import type { MemoryServer } from './memory-server.ts'

/** A fault that the product could have, which the model must find. */
export interface Fault {
  server?: (server: MemoryServer) => MemoryServer
  shelf?: (shelf: Shelf) => Shelf
}

export interface Plant extends Fault {
  /**
   * The seed of a history of 80 steps that finds the fault. If the histories have changed since, one of the next seeds
   * finds it.
   */
  seed: number
}

const released = async () => undefined

/** The faults, each named by its effect. */
export const plants: Record<string, Plant> = {
  'a recording is removed as soon as it has a job, even if the job lacks parts': {
    seed: 7,
    shelf: (shelf) => ({
      ...shelf,
      recordings: {
        ...shelf.recordings,
        save: (recording, piece) =>
          recording.follows && !piece
            ? shelf.recordings.remove(recording.recordingId)
            : shelf.recordings.save(recording, piece),
      },
    }),
  },
  'a tab opens, sends and removes recordings that another tab has open': {
    seed: 8,
    shelf: (shelf) => ({ ...shelf, locks: { hold: async () => released, held: async () => new Set<string>() } }),
  },
  'the server does not learn what was retracted': {
    seed: 2,
    server: (server) => ({
      ...server,
      begin: (body) => server.begin({ ...body, cuts: null }),
      submit: (dictationId, body) => server.submit(dictationId, { ...body, cuts: null }),
    }),
  },
  'a change of the patient after the submission moves the job without asking': {
    seed: 210,
    server: (server) => ({
      ...server,
      begin(body) {
        const known = server.dictations.get(body.dictationId)
        if (known?.job) known.job.patientId = body.patientId
        return server.begin(body)
      },
    }),
  },
  'a submission does not name the patient that the person saw': {
    seed: 806,
    server: (server) => ({
      ...server,
      submit(dictationId, { patientId: _patient, facilityId: _facility, ...body }) {
        return server.submit(dictationId, body)
      },
    }),
  },
  'a lost answer makes a second dictation of a recording that is already a job': {
    seed: 3,
    server: (server) => ({
      ...server,
      storeChunk(chunk) {
        if (server.dictations.get(chunk.dictationId)?.job)
          throw Object.assign(new Error('other-bytes'), { status: 409, code: 'other-bytes' })
        server.storeChunk(chunk)
      },
      findJob(dictationId) {
        const job = server.findJob(dictationId)
        return job && { ...job, takes: job.takes.map((take) => ({ ...take, sha256: '' })) }
      },
    }),
  },
  'the server forgets a chunk that it has acknowledged': {
    seed: 2,
    server: (server) => ({
      ...server,
      storeChunk(chunk) {
        if (chunk.number !== 2) server.storeChunk(chunk)
      },
      submit: (dictationId, body) =>
        server.submit(dictationId, {
          ...body,
          takes: body.takes.map(({ take, chunks }) => ({ take, chunks, missing: [2] })),
        }),
    }),
  },
  'sound that only the server has after a crash is ignored': {
    seed: 38,
    server: (server) => ({
      ...server,
      begin: (body) => ({ ...server.begin(body), version: body.version ?? 0, cuts: body.cuts ?? null, takes: [] }),
      listOpen: () => [],
    }),
  },
  'words retracted before a crash are offered again as the rest of a job': {
    seed: 139,
    server: (server) => {
      const asOld = <T extends object>(job: T) => ({ ...job, version: 0 })
      return {
        ...server,
        submit: async (dictationId, body) => asOld(await server.submit(dictationId, body)),
        findJob(dictationId) {
          const job = server.findJob(dictationId)
          return job && asOld(job)
        },
      }
    },
  },
}
