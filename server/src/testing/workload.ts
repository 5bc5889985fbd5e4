import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { dictationCalls as intake } from '@dictara/contract/dictations'
import { facilityCalls } from '@dictara/contract/facilities'
import { jobListCalls } from '@dictara/contract/job-lists'
import { noteCalls } from '@dictara/contract/notes'
import { patientCalls } from '@dictara/contract/patients'
import { newId } from '../platform/ids.ts'
import { signInAs, type TestClient } from './test-client.ts'

interface Answer {
  status: number
  code?: string
}

export interface WorkloadParts {
  url: string
  account: { email: string; password: string }
  /** A short recording, as from the recorder. */
  audio: Buffer
  uploaders: number
  /** The pause between two dictations of an uploader; none by default. */
  pauseMs?: number
}

const pieceBytes = 32_768
const againMs = 150
const hash = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex')

/** Up to three jobs of the doctor that have a note; many newer ones may still be in conversion. */
async function notesToTypeInto(doctor: TestClient): Promise<string[]> {
  const found: string[] = []
  for (let page = 0; found.length < 3; page += 1) {
    const query = { status: 'INPROGRESS' as const, page, size: 50 }
    const { result } = await doctor.call(jobListCalls.listMyJobs, { query })
    if (result.length === 0) break
    // A note that is being filed can no longer be edited.
    for (const { jobId } of result.filter(({ status }) => status === 'IN_PROGRESS').slice(0, 3 - found.length)) {
      const note = await doctor.call(noteCalls.getSections, { params: { id: jobId } })
      if (note.result[0]!.sections.length > 0) found.push(jobId)
    }
  }
  return found
}

/** A doctor's work in several tabs, as browsers do it: unacknowledged calls are repeated. */
export async function aWorkload(parts: WorkloadParts) {
  const signIn = () => signInAs(parts.url, parts.account.email, parts.account.password)
  let doctor = await signIn()
  const facilities = (await doctor.call(facilityCalls.listUserFacilities, {})).result
  const { facilityId } = facilities.find(({ disabled }) => !disabled)!
  const roster = { facilityId, searchValue: '' }
  const patientId = (await doctor.call(patientCalls.searchPatients, { query: roster })).result[0]!.pid
  const noteIds = await notesToTypeInto(doctor)
  const pieces = Array.from({ length: Math.ceil(parts.audio.length / pieceBytes) }, (_, i) =>
    parts.audio.subarray(i * pieceBytes, (i + 1) * pieceBytes),
  )

  /** Dictation → its acknowledged job. */
  const jobs = new Map<string, string>()
  /** Dictations that may or may not have a job. */
  const unsure = new Set<string>()
  const saves = { acknowledged: 0, lost: 0 }
  /** The answers by status and code; “none” if the connection broke. */
  const answers = new Map<string, number>()
  let isOver = false
  let submits = 0

  /** @returns the answer, or null if there was none */
  async function ask<A extends Answer>(call: (as: TestClient) => Promise<A>): Promise<A | null> {
    const answer = await call(doctor).catch(() => null)
    const kind = answer ? `${answer.status} ${answer.status === 200 ? '' : (answer.code ?? '')}`.trim() : 'none'
    answers.set(kind, (answers.get(kind) ?? 0) + 1)
    if (answer?.status === 401) doctor = await signIn().catch(() => doctor)
    return answer
  }
  const isDone = (answer: Answer | null) => answer?.status === 200
  async function untilDone(step: () => Promise<Answer | null>, isEnough: () => boolean): Promise<boolean> {
    while (!isEnough()) {
      if (isDone(await step())) return true
      await sleep(againMs)
    }
    return false
  }

  const put = (dictationId: string, number: number) =>
    ask(async (as) => {
      const answer = await as.raw(`/api/clinic/dictation/${dictationId}/take/0/chunk/${number}`, {
        method: 'PUT',
        headers: { 'x-chunk-sha256': hash(pieces[number]!), 'content-type': 'application/octet-stream' },
        body: new Uint8Array(pieces[number]!),
      })
      const body = (await answer.json()) as { code?: string }
      return { status: answer.status, ...(body.code ? { code: body.code } : {}) }
    })
  const submit = (dictationId: string) =>
    ask((as) =>
      as.call(intake.submitDictation, {
        params: { dictationId },
        body: { takes: [{ take: 0, chunks: pieces.length }] },
      }),
    )

  /** Sends and submits one dictation. */
  async function dictate(dictationId: string, isEnough: () => boolean) {
    const body = { dictationId, facilityId, patientId, mimeType: 'audio/wav' }
    if (!(await untilDone(() => ask((as) => as.call(intake.beginDictation, { body })), isEnough))) return
    for (const number of pieces.keys()) if (!(await untilDone(() => put(dictationId, number), isEnough))) return
    unsure.add(dictationId)
    submits += 1
    await untilDone(async () => {
      const answer = await submit(dictationId)
      if (answer?.status === 200) {
        unsure.delete(dictationId)
        jobs.set(dictationId, answer.result[0]!.jobId)
      }
      return answer
    }, isEnough)
  }

  const read = (id: string) => ask((as) => as.call(noteCalls.getSections, { params: { id } }))
  /** Types into one note; the final text must be the last acknowledged one, or one sent after it. */
  async function type(id: string) {
    let possible = new Set<string>()
    for (let n = 1; ; ) {
      const read1 = await read(id)
      if (!isDone(read1)) {
        if (isOver) return
        await sleep(againMs)
        continue
      }
      let [section] = read1!.result[0]!.sections
      const text = section!.content.map(({ value }) => value).join('')
      if (possible.size > 0 && !possible.has(text)) saves.lost += 1
      possible = new Set([text])
      while (!isOver) {
        const value = `Text ${n++} of ${id}`
        possible.add(value)
        const content = [{ value, type: 'Text' as const, newParagraph: false, count: 0 }]
        const params = { id }
        const answer = await ask((as) =>
          as.call(noteCalls.saveSections, { params, body: { sections: [{ ...section!, content }] } }),
        )
        if (!isDone(answer)) break
        saves.acknowledged += 1
        possible = new Set([value])
        section = answer!.result[0]!.sections[0]!
        await sleep(100)
      }
      if (isOver) {
        const last = await read(id)
        if (!isDone(last)) continue
        const now = last!.result[0]!.sections[0]!.content.map(({ value }) => value).join('')
        if (!possible.has(now)) saves.lost += 1
        return
      }
      await sleep(againMs)
    }
  }

  async function upload() {
    while (!isOver) {
      await dictate(newId(), () => isOver)
      if (parts.pauseMs) await sleep(parts.pauseMs)
    }
  }
  async function look() {
    while (!isOver) {
      await ask((as) => as.call(jobListCalls.listMyJobs, { query: { status: 'INPROGRESS', size: 50 } }))
      await sleep(250)
    }
  }
  const tabs = [look(), ...noteIds.map(type), ...Array.from({ length: parts.uploaders }, upload)]

  return {
    jobs,
    /** Calls as the doctor, with a valid session. */
    ask,
    /** The hashes of each dictation's chunks, in order. */
    hashes: pieces.map(hash),
    saves,
    answers,
    /** The number of submissions sent so far. */
    begun: () => submits,
    acknowledged: () => jobs.size + saves.acknowledged,
    /** Ends the work when every tab has finished, which needs a running server. */
    async finish() {
      isOver = true
      await Promise.all(tabs)
      const deadline = Date.now() + 60_000
      await Promise.all([...unsure].map((dictationId) => dictate(dictationId, () => Date.now() > deadline)))
    },
    /** The acknowledged dictations that do not have their acknowledged job. */
    async lost(): Promise<string[]> {
      const gone: string[] = []
      for (const [dictationId, jobId] of jobs) {
        const answer = await submit(dictationId)
        if (answer?.status !== 200 || answer.result[0]?.jobId !== jobId) gone.push(dictationId)
      }
      return gone
    },
  }
}
export type Workload = Awaited<ReturnType<typeof aWorkload>>
