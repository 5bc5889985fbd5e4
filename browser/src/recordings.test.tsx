import { chunkBytes } from '@dictara/contract/dictations'
import { openDB } from 'idb'
import { afterEach, describe, expect, test } from 'vitest'
import { DraftsLocked, forgetDraftKeys, unlockStore } from './draft-key.ts'
import { openRecording } from './open-recording.ts'
import { createRecordings, type Piece, type Recording, unsaid } from './recordings.ts'
import { copyFile, refuseFile, takeOfFile } from './recorded-file.ts'
import { ChunkLost } from './upload-verdict.ts'

const keyOf = (user: string) => async () => btoa(user.padEnd(32, '.').slice(0, 32))
let names = 0
let database = ''
const unlock = (user: string, fetchKey = keyOf(user)) => {
  database ||= `test-${(names += 1)}-${crypto.randomUUID()}`
  return unlockStore(user, fetchKey, database)
}
afterEach(() => {
  forgetDraftKeys()
  database = ''
})

const aRecording = (change: Partial<Recording> = {}): Recording => ({
  recordingId: crypto.randomUUID(),
  dictationId: crypto.randomUUID(),
  details: {
    facility: { facilityId: 'f', facilityName: 'North Clinic' },
    patient: {
      pid: 'p',
      firstName: 'Planted',
      lastName: 'Canary',
      birthDate: '1961-03-12',
      medicalRecordNumber: 'MRN77',
    },
    template: null,
    workType: 'Progress Note',
  },
  file: null,
  createdAt: 1,
  takes: [],
  kept: [],
  ...unsaid,
  ...change,
})
const aPiece = (...bytes: number[]): Piece => ({ bytes: new Uint8Array(bytes), durationMs: 800, peaks: [1, 2, 3] })

describe('the encrypted store', () => {
  test('reads, lists by id and deletes stored entries', async () => {
    const store = await unlock('doctor')
    await store.put(
      { kind: 'note', id: 'b', value: { text: 'second' } },
      { kind: 'note', id: 'a', value: { text: 'first' } },
    )
    await store.put({ kind: 'other', id: 'a', value: null, bytes: new Uint8Array([7, 8]) })
    expect((await store.list('note')).map((entry) => entry.value)).toEqual([{ text: 'first' }, { text: 'second' }])
    expect((await store.get('other', 'a'))?.bytes).toEqual(new Uint8Array([7, 8]))
    await store.delete('note', 'a')
    expect(await store.get('note', 'a')).toBeUndefined()
    expect(await store.ids('note')).toEqual(['b'])
  })

  test('contains nothing readable on the disk without the key', async () => {
    const store = await unlock('doctor')
    await createRecordings(store).save(aRecording(), { ...aPiece(1, 2, 3), take: 0, number: 0 })
    const raw = await openDB(database)
    const rows = await raw.getAll('entries')
    raw.close()
    expect(rows).toHaveLength(2)
    const words = rows.map((row) => new TextDecoder('latin1').decode(row.ciphertext) + JSON.stringify(row)).join()
    expect(words).not.toMatch(/Canary|MRN77|North Clinic/)
  })

  test('hides its entries from another user', async () => {
    await (await unlock('doctor')).put({ kind: 'note', id: 'a', value: 'mine' })
    const other = await unlock('other')
    expect(await other.list('note')).toEqual([])
    expect(await other.get('note', 'a')).toBeUndefined()
  })

  test('does not open a ciphertext that was moved to another entry', async () => {
    const store = await unlock('doctor')
    await store.put({ kind: 'note', id: 'a', value: 'of job a' })
    const raw = await openDB(database)
    const [row] = await raw.getAll('entries')
    await raw.put('entries', { ...row, id: 'b' })
    raw.close()
    await expect(store.get('note', 'b')).rejects.toThrow()
    expect((await store.list('note')).map((entry) => entry.id)).toEqual(['a'])
  })

  test('says "Sign in to open your draft" without the key, and opens after the next sign-in', async () => {
    const away = async () => Promise.reject(new TypeError('Failed to fetch'))
    await expect(unlock('doctor', away)).rejects.toThrow(DraftsLocked)
    await expect(unlock('doctor', away)).rejects.toThrow('Sign in to open your draft')
    await expect(unlock('doctor')).resolves.toMatchObject({ userId: 'doctor' })
    // An open store stays open as long as the page, even without network.
    await expect(unlock('doctor', away)).resolves.toMatchObject({ userId: 'doctor' })
  })
})

describe('an open recording', () => {
  test('has every stored piece in order after a crash', async () => {
    const recordings = createRecordings(await unlock('doctor'))
    const open = openRecording(recordings, aRecording(), { isNew: true })
    open.startTake('audio/webm')
    for (let number = 0; number < 12; number += 1) open.add(aPiece(number, 200 - number))
    await open.stored()
    const [found] = await createRecordings(await unlock('doctor')).list()
    expect(found).toMatchObject({ takes: [{ take: 0, chunks: 12, sizeBytes: 24, durationMs: 9_600 }] })
    const pieces = await recordings.readTake(found!.recordingId, 0)
    expect(pieces.map(({ bytes }) => bytes[0])).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
  })

  test('keeps a piece that cannot be stored readable, reports it, and stores it when there is space again', async () => {
    const recordings = createRecordings(await unlock('doctor'))
    let isFull = true
    const full: typeof recordings = {
      ...recordings,
      save: (...input) =>
        isFull ? Promise.reject(new DOMException('full', 'QuotaExceededError')) : recordings.save(...input),
    }
    const open = openRecording(full, aRecording(), {
      sleep: async () => new Promise((resolve) => setTimeout(resolve, 1)),
      isNew: true,
    })
    open.startTake('audio/webm')
    open.add(aPiece(9))
    expect((await open.read({ take: 0, number: 0 })).bytes).toEqual(new Uint8Array([9]))
    expect(open.isStored).toBe(false)
    isFull = false
    await open.stored()
    expect(open.isStored).toBe(true)
    expect((await recordings.list())[0]?.takes[0]?.chunks).toBe(1)
  })

  test('leaves nothing behind when it is removed, and other recordings stay', async () => {
    const recordings = createRecordings(await unlock('doctor'))
    const [gone, stays] = [aRecording(), aRecording()]
    for (const recording of [gone, stays]) await recordings.save(recording, { ...aPiece(1), take: 0, number: 0 })
    await recordings.remove(gone.recordingId)
    expect(await recordings.countPieces(gone.recordingId)).toBe(0)
    expect((await recordings.list()).map(({ recordingId }) => recordingId)).toEqual([stays.recordingId])
    await expect(openRecording(recordings, gone).read({ take: 0, number: 0 })).rejects.toThrow(ChunkLost)
  })
})

describe('a chosen file', () => {
  const limit = 500 * 1_048_576

  test('is refused with a reason if it is empty, too large or not a recording', () => {
    expect(refuseFile({ name: 'a.wav', size: 0 }, limit)).toMatch('empty')
    expect(refuseFile({ name: 'a.wav', size: limit + 1 }, limit)).toBe(
      'This recording is too large (limit 500 MB). Split it.',
    )
    expect(refuseFile({ name: 'letter.pdf', size: 9 }, limit)).toMatch('wav, mp3, m4a, webm, ogg, flac, wma, or dss')
    expect(refuseFile({ name: 'old.DS2', size: 9 }, limit)).toMatch('DS2')
    for (const name of ['a.WAV', 'b.mp3', 'c.m4a', 'd.webm', 'e.ogg', 'f.flac', 'g.wma', 'h.dss'])
      expect(refuseFile({ name, size: limit }, limit)).toBeUndefined()
  })

  test('is copied in chunks, and an interrupted copy continues where it stopped', async () => {
    const recordings = createRecordings(await unlock('doctor'))
    const file = new File([new Uint8Array(2 * chunkBytes + 402_848).fill(5)], 'a.mp3')
    const recording = aRecording({ takes: [takeOfFile(file)] })
    let looks = 0
    expect(await copyFile(recordings, recording, file, () => (looks += 1) > 1)).toBe(false)
    expect(await recordings.countPieces(recording.recordingId)).toBe(1)
    expect(await copyFile(recordings, recording, file, () => false)).toBe(true)
    const sizes = (await recordings.readTake(recording.recordingId, 0)).map(({ bytes }) => bytes.length)
    expect(sizes).toEqual([chunkBytes, chunkBytes, 402_848])
    expect(recording.takes[0]).toMatchObject({ chunks: 3, sizeBytes: 2 * chunkBytes + 402_848, mimeType: 'audio/mpeg' })
  })
})
