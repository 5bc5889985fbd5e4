import { call, failureOrThrow, formCall } from '@dictara/browser/call'
import { hl7FileCalls, type Hl7FileType, type Hl7Import, hl7Limits } from '@dictara/contract/hl7-files'
import { newId } from '@dictara/contract/new-id'
import { useRef, useState } from 'react'

export interface Upload {
  clinicId: string
  fileType: Hl7FileType
  facilityId: string | undefined
}

export interface Progress {
  /** How many files there are, have been sent and have been read. */
  files: number
  sent: number
  read: number
  messages: Hl7Import['messages'] | undefined
  unusable: number
}

/** So much is sent in one call: many small files together, and large ones within the server's patience. */
const bytesAtOnce = 20_000_000
const lookMs = 700

/** Files in calls of at most a hundred (Q151). */
export function batchesOf(files: readonly File[]): File[][] {
  const batches: File[][] = []
  let bytes = 0
  for (const file of files) {
    const last = batches.at(-1)
    if (!last || last.length === hl7Limits.filesMost || bytes + file.size > bytesAtOnce) {
      batches.push([file])
      bytes = file.size
    } else {
      last.push(file)
      bytes += file.size
    }
  }
  return batches
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Sends files and tells how far their reading is. */
export function useUpload({ clinicId, fileType, facilityId }: Upload) {
  const [progress, setProgress] = useState<Progress>()
  const isOver = useRef(false)
  const tell = (more: Partial<Progress>) =>
    setProgress((before) => ({ files: 0, sent: 0, read: 0, messages: undefined, unusable: 0, ...before, ...more }))

  /** Waits until everything has been read; the import goes on when nobody waits. */
  async function watch(importId: string) {
    for (;;) {
      const { result } = await call(hl7FileCalls.getHl7Import, { params: { clinicId, importId } }, { handler: 'page' })
      const { read, files, messages, unusable } = result[0]!
      tell({ read, messages, unusable })
      if (read >= files || isOver.current) return result[0]!
      await pause(lookMs)
    }
  }

  return {
    progress,
    leave: () => void (isOver.current = true),
    /** @returns what became of the import, or what went wrong, for people */
    async send(files: readonly File[]): Promise<Hl7Import | string> {
      const importId = newId()
      isOver.current = false
      tell({ files: files.length, sent: 0, read: 0, messages: undefined, unusable: 0 })
      try {
        let sent = 0
        for (const batch of batchesOf(files)) {
          const form = new FormData()
          form.set('importId', importId)
          if (facilityId) form.set('facilityId', facilityId)
          for (const file of batch) form.append('files', file, file.name)
          await formCall(hl7FileCalls.importHl7Files, { params: { clinicId }, query: { fileType } }, form)
          sent += batch.length
          tell({ sent })
        }
        return await watch(importId)
      } catch (error) {
        setProgress(undefined)
        return failureOrThrow(error).message
      }
    },
  }
}
