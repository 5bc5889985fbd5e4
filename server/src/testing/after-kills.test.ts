import { setTimeout as sleep } from 'node:timers/promises'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dictationCalls as intake } from '@dictara/contract/dictations'
import { facilityCalls } from '@dictara/contract/facilities'
import { jobListCalls } from '@dictara/contract/job-lists'
import { noteCalls } from '@dictara/contract/notes'
import { liveCloseCodes } from '@dictara/contract/notifications'
import { patientCalls } from '@dictara/contract/patients'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../platform/ids.ts'
import { hashOf } from './dictating.ts'
import { type KillableServer, killableServer } from './killable-server.ts'
import { aLiveTab, type LiveTab } from './live-tab.ts'
import { signInAs, type TestClient } from './test-client.ts'

let server: KillableServer
let doctor: TestClient
let audio: Buffer
beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'dictara-voice-'))
  execFileSync('flite', ['-voice', 'rms', '-t', 'rest', '-o', join(folder, 'a.wav')])
  audio = readFileSync(join(folder, 'a.wav'))
  rmSync(folder, { recursive: true })
  server = await killableServer('supervise')
  await server.start()
  const { email, password } = server.account('doctor')
  doctor = await signInAs(server.url, email, password)
}, 120_000)
afterAll(async () => {
  await server?.stop().catch(() => {})
  server?.remove()
})

const list = () => doctor.call(jobListCalls.listMyJobs, { query: { status: 'INPROGRESS', size: 100 } })
/** Connects as a page does, retrying until it succeeds. */
async function connected(): Promise<LiveTab> {
  for (;;) {
    const tab = await aLiveTab(server.url, doctor).catch(() => null)
    if (tab) return tab
    await sleep(200)
  }
}
const listed = async () => {
  const answer = await list().catch(() => null)
  return answer?.status === 200 ? answer.result.map(({ jobId }) => jobId) : null
}

async function dictate(): Promise<string> {
  const facilities = (await doctor.call(facilityCalls.listUserFacilities, {})).result
  const { facilityId } = facilities.find(({ disabled }) => !disabled)!
  const patients = await doctor.call(patientCalls.searchPatients, { query: { facilityId, searchValue: '' } })
  const params = { dictationId: newId() }
  const body = { ...params, facilityId, patientId: patients.result[0]!.pid, mimeType: 'audio/wav' }
  expect((await doctor.call(intake.beginDictation, { body })).status).toBe(200)
  const put = await doctor.raw(`/api/clinic/dictation/${params.dictationId}/take/0/chunk/0`, {
    method: 'PUT',
    headers: { 'x-chunk-sha256': hashOf(audio), 'content-type': 'application/octet-stream' },
    body: new Uint8Array(audio),
  })
  expect(put.status).toBe(200)
  const made = await doctor.call(intake.submitDictation, { params, body: { takes: [{ take: 0, chunks: 1 }] } })
  expect(made.status).toBe(200)
  return made.result[0]!.jobId
}

test('an open list gets new jobs as soon as the killed database and server are back [QA-78]', async () => {
  let tab = await connected()
  for (const kill of [() => server.postmaster(), () => server.serverPid()]) {
    process.kill(kill(), 'SIGKILL')
    // A page that is refused or disconnected connects again and reloads its data.
    expect([liveCloseCodes.restart, 1006]).toContain(await tab.closed)
    tab = await connected()
    await expect.poll(listed, { timeout: 60_000 }).not.toBe(null)
    const before = tab.frames.length
    const jobId = await dictate()
    await expect.poll(() => tab.frames.length, { timeout: 30_000 }).toBeGreaterThan(before)
    expect(await listed()).toContain(jobId)
  }
  tab.close()
}, 240_000)

test('after two kills of the server during typing and saving every word is in the note once [QA-94]', async () => {
  let noteId = ''
  for (const { jobId } of (await list()).result.filter(({ status }) => status === 'IN_PROGRESS')) {
    const note = await doctor.call(noteCalls.getSections, { params: { id: jobId } })
    if (note.result[0]!.sections.length > 0) noteId = jobId
  }
  const read = async () => {
    const answer = await doctor.call(noteCalls.getSections, { params: { id: noteId } }).catch(() => null)
    return answer?.status === 200 ? answer.result[0]!.sections[0]! : null
  }
  const words = Array.from({ length: 120 }, (_, i) => `word${i}`)
  let section = (await read())!
  let saved = 0
  let kills = 0
  let typed = 0
  const typing = (async () => {
    // Typing pauses during the first outage, so that some text is left for the second kill.
    for (; typed < words.length; typed += 1)
      do await sleep(25)
      while (typed - saved > 30)
  })()
  while (saved < words.length) {
    const upTo = Math.max(typed, 1)
    const value = words.slice(0, upTo).join(' ')
    const content = [{ value, type: 'Text' as const, newParagraph: false, count: 0 }]
    const body = { sections: [{ ...section, content }] }
    const saving = doctor.call(noteCalls.saveSections, { params: { id: noteId }, body }).catch(() => null)
    if (kills < 2 && saved > 40 * kills + 10) {
      kills += 1
      await sleep(kills * 4)
      process.kill(server.serverPid(), 'SIGKILL')
    }
    const answer = await saving
    if (answer?.status === 200) {
      saved = upTo
      section = answer.result[0]!.sections[0]!
      continue
    }
    // Like the editor, continue from what the server has: the last acknowledged text, or the one that was being sent.
    await expect.poll(read, { timeout: 60_000 }).not.toBe(null)
    section = (await read())!
    const there = section.content.map((part) => part.value).join('')
    expect([words.slice(0, saved).join(' '), value]).toContain(there)
  }
  await typing
  expect(kills).toBe(2)
  expect((await read())!.content.map(({ value }) => value).join('')).toBe(words.join(' '))
}, 240_000)
