import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dictationCalls as calls } from '@dictara/contract/dictations'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { aClinic, signedIn } from '../../testing/clinic.fixtures.ts'
import { type Dictating, hashOf, storedDictation, submitted } from '../../testing/dictating.ts'
import { replacedPrograms } from '../../testing/replaced-programs.ts'
import { longSilence, madeByFfmpeg, recordedTone, tone } from '../../testing/sounds.ts'
import { startTestServer } from '../../testing/test-server.ts'

// The tests run many programs, one after the other.
vi.setConfig({ testTimeout: 240_000 })
const folder = mkdtempSync(join(tmpdir(), 'dictara-check-'))
const programs = replacedPrograms()
let at: Dictating

beforeAll(async () => {
  aRecording = await tone(2, 'x.wav')
  const server = await startTestServer({ settings: { DICTARA_RECORDING_LIMIT_HOURS: '1' } })
  const clinic = await aClinic(server)
  at = { server, clinic, doctor: await signedIn(server, clinic.clinicId, { facilityIds: [clinic.facilityId] }) }
}, 120_000)
afterEach(() => programs.restore('ffmpeg', 'ffprobe'))
afterAll(async () => {
  programs.remove()
  await at.server.close()
  rmSync(folder, { recursive: true, force: true })
})

const jobs = async () => (await at.server.owner.query('select 1 from jobs')).rows.length
/** The names of unencrypted files in the work folder. */
const inTheClear = () => {
  const folder = join(at.server.config.dataFolder, 'work')
  return readdirSync(folder).flatMap((copy) => readdirSync(join(folder, copy)).filter((name) => name !== 'owner.json'))
}
async function expectRefused(takes: readonly Buffer[], code: string, more: object = {}) {
  const before = await jobs()
  const answer = await submitted(at, takes, more)
  expect(answer).toMatchObject({ status: 422, code })
  expect(await jobs()).toBe(before)
  expect(inTheClear()).toEqual([])
  return answer
}

const text = (words: string) => Buffer.from(words)
const html = text('<!doctype html><html><body>Not a recording.</body></html>')

test('a file that is not a recording is refused with a readable message, and leaves nothing behind [QA-49]', async () => {
  const nothing = [
    text('Dear colleague, please find attached nothing at all.'),
    text('%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\n'),
    html,
    Buffer.concat([Buffer.from('504b0304140000000000', 'hex'), Buffer.alloc(200)]),
    await madeByFfmpeg('testsrc=duration=1:size=64x64:rate=5', [], 'x.mp4'),
    (await tone(1, 'x.wav')).subarray(0, 44),
  ]
  for (const bytes of nothing) await expectRefused([bytes], 'not-audio')
  const id = await storedDictation(at, [])
  const answer = await at.doctor.call(calls.submitDictation, {
    params: { dictationId: id },
    body: { takes: [{ take: 0, chunks: 0 }] },
  })
  expect(answer).toMatchObject({ status: 422, code: 'empty-audio' })
})

test('an m4a cut in half is called incomplete, not a wrong format, whether small or large [QA-50]', async () => {
  for (const whole of [
    await tone(20, 'x.m4a'),
    await madeByFfmpeg('anoisesrc=d=100:r=44100', ['-b:a', '192k'], 'x.m4a'),
  ]) {
    const answer = await expectRefused([whole.subarray(0, whole.length / 2)], 'incomplete')
    expect(answer.message).toMatch(/incomplete/)
    expect(answer.message).not.toMatch(/Please use wav/)
    expect(await submitted(at, [whole])).toMatchObject({ status: 200 })
  }
})

let aRecording: Buffer

test('a playlist that points at recordings is refused with a readable message, and the server opens none of them', async () => {
  const victim = join(folder, 'somebody-else.wav')
  writeFileSync(victim, aRecording)
  const hls = `#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\n${victim}\n#EXT-X-ENDLIST\n`
  const lists = [
    hls,
    `\uFEFF\n${hls}`,
    `ffconcat version 1.0\nfile ${victim}\n`,
    `[playlist]\nFile1=${victim}\n`,
    `<?xml version="1.0"?>\n<MPD xmlns="urn:mpeg:dash:schema:mpd:2011"><Period/></MPD>`,
    'v=0\r\no=- 0 0 IN IP4 127.0.0.1\r\nm=audio 5000 RTP/AVP 0\r\n',
  ]
  for (const list of lists) {
    await expectRefused([text(list)], 'playlist')
    await expectRefused([aRecording, text(list)], 'playlist')
  }
  const tag = Buffer.concat([text('ID3'), Buffer.from([4, 0, 0, 0, 0, 0, 0])])
  await expectRefused([Buffer.concat([tag, text(hls)])], 'not-audio')
})

test('hours of silence in a few kilobytes are refused with a readable message, and a false length in a header is ignored', async () => {
  const flac = await madeByFfmpeg('anullsrc=r=16000:cl=mono', ['-t', '3700'], 'x.flac')
  const answer = await expectRefused([flac], 'too-long')
  expect(answer.message).toContain('too long (limit 1 hour')
  await expectRefused([await longSilence(1.1)], 'too-long')
  // A short recording whose header claims a length of ten hours.
  const short = await tone(3, 'x.flac')
  short.writeUInt32BE(36_000 * 16_000, 8 + 14)
  expect(await submitted(at, [short])).toMatchObject({ status: 200 })
})

test('a recording with nothing kept is refused with a readable message, and accepted once something is kept [QA-59]', async () => {
  for (const bytes of [await recordedTone(4), await tone(4, 'x.wav'), await tone(4, 'x.ogg', '-c:a', 'libopus')]) {
    const id = await storedDictation(at, [bytes])
    const submit = (cuts: object[]) =>
      at.doctor.call(calls.submitDictation, {
        params: { dictationId: id },
        body: { takes: [{ take: 0, chunks: 1, sha256: hashOf(hashOf(bytes)) }], cuts } as never,
      })
    const before = await jobs()
    for (const cuts of [[], [{ take: 0, startMs: 60_000, endMs: 70_000 }]])
      expect(await submit(cuts)).toMatchObject({ status: 422, code: 'nothing-kept' })
    expect(await jobs()).toBe(before)
    expect(await submit([{ take: 0, startMs: 1_000, endMs: 70_000 }])).toMatchObject({ status: 200 })
  }
})

/** Wraps a program to log how many copies of it run at the same time, once per run. */
const counting = `
mkdir ${folder}/run.$$; ls -d ${folder}/run.* | wc -l >>${folder}/runs
sleep 0.3; $real "$@"; code=$?
rmdir ${folder}/run.$$; exit $code`
const runs = () => readFileSync(join(folder, 'runs'), 'utf8').trim().split('\n').map(Number)

test('eight simultaneous submits check the recording once, and at most two checks run at the same time', async () => {
  const noSound = Buffer.concat([Buffer.from('1a45dfa3', 'hex'), Buffer.alloc(3_000_000, 7)])
  const id = await storedDictation(at, [noSound])
  programs.replace('ffprobe', counting)
  const submit = (dictationId: string) =>
    at.doctor.call(calls.submitDictation, { params: { dictationId }, body: { takes: [{ take: 0, chunks: 1 }] } })
  const answers = await Promise.all(Array.from({ length: 8 }, () => submit(id)))
  for (const answer of answers) expect(answer).toMatchObject({ status: 422, code: 'not-audio' })
  // Each check runs on the start of the recording and on a longer part of it.
  expect(runs().length).toBeLessThanOrEqual(4)
  const others = []
  for (let count = 0; count < 6; count += 1) others.push(await storedDictation(at, [await recordedTone(1)]))
  for (const answer of await Promise.all(others.map(submit))) expect(answer).toMatchObject({ status: 200 })
  expect(Math.max(...runs())).toBeLessThanOrEqual(2)
})

test('recordings are accepted in every format when the checking program is missing or dies', async () => {
  const recordings = [
    await tone(2, 'x.mp3'),
    await recordedTone(2),
    await tone(2, 'x.wav'),
    await tone(2, 'x.m4a'),
    await tone(2, 'x.ogg'),
  ]
  programs.onlyThere('setpriv', 'prlimit', 'unshare')
  for (const bytes of recordings) expect(await submitted(at, [bytes])).toMatchObject({ status: 200 })
  await expectRefused([html], 'not-audio')
  programs.replace('ffprobe', 'kill -KILL $$')
  for (const bytes of recordings) expect(await submitted(at, [bytes])).toMatchObject({ status: 200 })
})
