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
  /** The server can't be asked at the moment. */
  isAway: boolean
}

/** How an import ended: all sent and read, or not all sent, and why, for people. */
export type UploadEnd = { done: Hl7Import } | { problem: string; sent: number }

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

/** In the order of their names, as `2.hl7` before `10.hl7`: messages are taken in as they come. */
export const inOrderOfNames = (files: readonly File[]): File[] => {
  const { compare } = new Intl.Collator('en', { numeric: true })
  const placeOf = ({ webkitRelativePath, name }: File) => webkitRelativePath || name
  return files.toSorted((one, other) => compare(placeOf(one), placeOf(other)))
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Sends files and tells how far their reading is. */
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

  /** Waits until everything has been read, also while the server is away: what was sent is read whoever waits. */
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
