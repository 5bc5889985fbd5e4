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
  /** The numbers of files in total, of sent files and of read files. */
  files: number
  sent: number
  read: number
  messages: Hl7Import['messages'] | undefined
  unusable: number
  /** The server cannot be reached at the moment. */
  isAway: boolean
}

/** The outcome of an import: all files sent and read, or not all sent, with the reason as text. */
export type UploadEnd = { done: Hl7Import } | { problem: string; sent: number }

/** The most bytes in one call: many small files together, but large files still within the server's time limit. */
const bytesAtOnce = 20_000_000
const lookMs = 700

/** The files in groups of at most a hundred, one for each call (Q151). */
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

/**
 * In the order of their names, with `2.hl7` before `10.hl7`, because messages are processed in the order of arrival.
 */
export const inOrderOfNames = (files: readonly File[]): File[] => {
  const { compare } = new Intl.Collator('en', { numeric: true })
  const placeOf = ({ webkitRelativePath, name }: File) => webkitRelativePath || name
  return files.toSorted((one, other) => compare(placeOf(one), placeOf(other)))
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Sends files and reports how many of them are read. */
export function useUpload({ clinicId, fileType, facilityId }: Upload) {
  const [progress, setProgress] = useState<Progress>()
  const isOver = useRef(false)
  const tell = (more: Partial<Progress>) =>
    setProgress((before) => ({
      files: 0,
      sent: 0,
      read: 0,
      messages: undefined,
      unusable: 0,
      isAway: false,
      ...before,
      ...more,
    }))

  /**
   * Waits until everything is read, also while the server is away. The server reads what was sent even if nobody waits.
   */
  async function watch(importId: string): Promise<Hl7Import> {
    for (;;) {
      try {
        const { result } = await call(
          hl7FileCalls.getHl7Import,
          { params: { clinicId, importId } },
          { handler: 'page' },
        )
        const { read, files, messages, unusable } = result[0]!
        tell({ read, messages, unusable, isAway: false })
        if (read >= files || isOver.current) return result[0]!
      } catch (error) {
        const { kind } = failureOrThrow(error)
        if (isOver.current || (kind !== 'unreachable' && kind !== 'server')) throw error
        tell({ isAway: true })
      }
      await pause(lookMs)
    }
  }

  return {
    progress,
    leave: () => void (isOver.current = true),
    async send(files: readonly File[]): Promise<UploadEnd> {
      const importId = newId()
      isOver.current = false
      tell({ files: files.length, sent: 0, read: 0, messages: undefined, unusable: 0, isAway: false })
      let sent = 0
      try {
        for (const batch of batchesOf(files)) {
          const form = new FormData()
          form.set('importId', importId)
          if (facilityId) form.set('facilityId', facilityId)
          for (const file of batch) form.append('files', file, file.name)
          await formCall(hl7FileCalls.importHl7Files, { params: { clinicId }, query: { fileType } }, form, {
            handler: 'page',
          })
          sent += batch.length
          tell({ sent })
        }
        return { done: await watch(importId) }
      } catch (error) {
        setProgress(undefined)
        return { problem: failureOrThrow(error).message, sent }
      }
    },
  }
}
