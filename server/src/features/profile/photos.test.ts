import { readdirSync } from 'node:fs'
import { deflateSync, crc32 } from 'node:zlib'
import { peopleCalls } from '@dictara/contract/people'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aClinic, signedIn, type TestClinic } from '../../testing/clinic.fixtures.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let clinic: TestClinic
let doctor: TestClient
let colleague: TestClient
let stranger: TestClient

beforeAll(async () => {
  server = await startTestServer()
  clinic = await aClinic(server)
  const here = { facilityIds: [clinic.facilityId] }
  doctor = await signedIn(server, clinic.clinicId, here)
  colleague = await signedIn(server, clinic.clinicId, { ...here, userType: 'clinicAdmin' })
  const other = await aClinic(server, 'Other Clinic')
  stranger = await signedIn(server, other.clinicId, { facilityIds: [other.facilityId] })
}, 120_000)
afterAll(() => server.close())

const picture = (width: number, height: number, color = '#a45') =>
  sharp({ create: { width, height, channels: 3, background: color } })
const jpeg = (width = 400, height = 300, color?: string) => picture(width, height, color).jpeg().toBuffer()

async function upload(who: TestClient, bytes: Buffer, { name = 'photo.jpg', field = 'multipartFile', of = who } = {}) {
  const form = new FormData()
  form.set(field, new Blob([new Uint8Array(bytes)]), name)
  const path = `/api/clinic/user/upload-profile-pic?userId=${of.user.id}`
  const response = await who.raw(path, { method: 'POST', body: form })
  const body = (await response.json()) as { success: boolean; message: string; code?: string; result: string[] }
  return { status: response.status, ...body }
}
const remove = (who: TestClient) => who.ask(`DELETE /clinic/user/delete-profile-pic?userId=${who.user.id}`)
const download = (who: TestClient, of: TestClient) =>
  who.ask<string>(`GET /clinic/user/download-profile-pic?userId=${of.user.id}`)
/** Requests an image as a page does, with the cookie only. */
const image = (address: string, cookie: string) => fetch(server.url + address, { headers: { cookie } })
const photoOf = async (who: TestClient) =>
  (await who.ask<{ profilePic: string | null }>('GET /clinic/user/profile')).result[0]!.profilePic

/** A completely black picture, which takes few bytes whatever its size. */
function bomb(side: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const named = Buffer.concat([Buffer.from(type), data])
    const ends = [Buffer.alloc(4), Buffer.alloc(4)] as const
    ends[0].writeUInt32BE(data.length)
    ends[1].writeUInt32BE(crc32(named))
    return Buffer.concat([ends[0], named, ends[1]])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(side, 0)
  head.writeUInt32BE(side, 4)
  // One bit per pixel, in grey.
  head[8] = 1
  const rows = Buffer.alloc(side * (Math.ceil(side / 8) + 1))
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const data = deflateSync(rows, { level: 1 })
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))])
}

describe('a photo', () => {
  test('is uploaded as multipartFile, and its address is answered and shown wherever the person appears [PROF-31]', async () => {
    const answer = await upload(doctor, await jpeg())
    expect(answer).toMatchObject({ status: 200, success: true, message: 'Profile photo updated successfully' })
    const address = answer.result[0]!
    expect(address).toMatch(new RegExp(`^/api/clinic/user/${doctor.user.id}/photo/[0-9a-f-]{36}$`))
    expect(await photoOf(doctor)).toBe(address)
    const { result } = await colleague.call(peopleCalls.listDoctors, { query: {} })
    expect(result.find(({ id }) => id === doctor.user.id)?.signedUrl).toBe(address)
    expect((await doctor.ask('GET /authenticate/token')).result).toMatchObject([{ profilePic: address }])
  })

  test('is stored as a small upright square without any metadata of its file', async () => {
    // The left half is red, and the metadata says that the camera was held on its side. Turned upright, the top half is
    // red.
    const bytes = await picture(600, 400, '#00f')
      .composite([{ input: await picture(300, 400, '#f00').png().toBuffer(), left: 0, top: 0 }])
      .jpeg()
      .withExif({
        IFD0: { Make: 'Dictara Test Camera' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' },
      })
      .withMetadata({ orientation: 6 })
      .toBuffer()
    expect((await sharp(bytes).metadata()).exif).toBeDefined()
    const { result } = await upload(doctor, bytes)
    const kept = Buffer.from(await (await image(result[0]!, doctor.cookie)).arrayBuffer())
    const metadata = await sharp(kept).metadata()
    expect(metadata).toMatchObject({ format: 'webp', width: 320, height: 320 })
    expect([metadata.exif, metadata.xmp, metadata.iptc, metadata.icc]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ])
    expect(kept.toString('latin1')).not.toMatch(/GPS|Camera|Exif/)
    const { data } = await sharp(kept).raw().toBuffer({ resolveWithObject: true })
    const redAt = (x: number, y: number) => data[(y * 320 + x) * 3]! > 200
    expect([redAt(160, 20), redAt(20, 20), redAt(160, 300), redAt(300, 300)]).toEqual([true, true, false, false])
  })

  test('has an address that never changes and can be cached, for browsers of its clinic only', async () => {
    const [address] = (await upload(doctor, await jpeg())).result as [string]
    const shown = await image(address, doctor.cookie)
    expect(shown.status).toBe(200)
    expect(shown.headers.get('content-type')).toBe('image/webp')
    expect(shown.headers.get('cache-control')).toBe('private, max-age=31536000, immutable')
    expect((await image(address, colleague.cookie)).status).toBe(200)
    expect((await image(address, stranger.cookie)).status).toBe(404)
    expect((await image(address, '')).status).toBe(404)
    expect((await image(address.replace(doctor.user.id, colleague.user.id), doctor.cookie)).status).toBe(404)
    const leaving = await signedIn(server, clinic.clinicId)
    expect((await image(address, leaving.cookie)).status).toBe(200)
    await leaving.ask(`GET /authenticate/logout?sessionId=${leaving.user.sessionId}`)
    expect((await image(address, leaving.cookie)).status).toBe(404)
    const [next] = (await upload(doctor, await jpeg(200, 200))).result as [string]
    expect(next).not.toBe(address)
    expect((await image(address, doctor.cookie)).status).toBe(404)
    expect((await image(next, doctor.cookie)).status).toBe(200)
  })

  test('can be downloaded as the picture itself by people of the clinic only [NOTIF-23]', async () => {
    await upload(doctor, await jpeg())
    const { status, result } = await download(colleague, doctor)
    expect(status).toBe(200)
    expect(result[0]).toMatch(/^data:image\/webp;base64,/)
    const bytes = Buffer.from(result[0]!.split(',')[1]!, 'base64')
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 320, height: 320 })
    expect(await download(doctor, colleague)).toMatchObject({ status: 200, result: [] })
    expect((await download(stranger, doctor)).status).toBe(404)
  })

  test('can be removed, twice without harm, and nothing of it remains [PROF-32]', async () => {
    const [address] = (await upload(doctor, await jpeg())).result as [string]
    const answer = await remove(doctor)
    expect(answer).toMatchObject({ status: 200, success: true, message: 'Profile photo removed successfully' })
    expect(await photoOf(doctor)).toBeNull()
    expect((await image(address, doctor.cookie)).status).toBe(404)
    expect((await remove(doctor)).status).toBe(200)
    await expect.poll(filesKept).toBe(0)
  })

  test('of simultaneous uploads by one person one photo stays, nothing of the others is stored, and other people need not wait', async () => {
    await remove(doctor)
    const bytes = await jpeg(300, 300)
    const [mine, theirs] = await Promise.all([
      Promise.all(Array.from({ length: 25 }, () => upload(doctor, bytes))),
      upload(colleague, bytes),
    ])
    expect(theirs.status).toBe(200)
    const kept = mine.filter(({ status }) => status === 200)
    expect(mine.filter((one) => !kept.includes(one)).map(({ code }) => code)).toEqual(
      Array.from({ length: 25 - kept.length }, () => 'photo-on-its-way'),
    )
    const address = (await photoOf(doctor))!
    expect(kept.map(({ result }) => result[0])).toContain(address)
    expect((await image(address, doctor.cookie)).status).toBe(200)
    await remove(colleague)
    await expect.poll(filesKept).toBe(1)
  })
})

/** The number of photos stored in the audio folder. This test stores nothing else there. */
const filesKept = () =>
  readdirSync(server.config.audioFolder, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && /[0-9a-f]{8}-/.test(entry.name),
  ).length

describe('an invalid photo is refused with a readable message and leaves the present one unchanged', () => {
  const svg = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="300"><script>alert(1)</script></svg>',
  )
  const exe = Buffer.concat([Buffer.from('MZ'), Buffer.alloc(4000, 7)])
  const type = 'You can only upload images of .png and .jpeg format'
  const small = 'Minimum image size is 150px by 150px'
  const unreadable = 'We can’t read this picture. Choose another one.'
  test.each<[string, () => Promise<Buffer> | Buffer, string]>([
    ['a drawing in svg', () => svg, type],
    ['a program named photo.png', () => exe, type],
    ['a gif', () => picture(300, 300).gif().toBuffer(), type],
    ['a webp', () => picture(300, 300).webp().toBuffer(), type],
    ['an empty file', () => Buffer.alloc(0), type],
    ['149 x 151', () => jpeg(149, 151), small],
    ['151 x 149', () => picture(151, 149).png().toBuffer(), small],
    ['a decompression bomb of 30,000 x 30,000', () => bomb(30_000), unreadable],
    ['a truncated jpeg', async () => (await jpeg(900, 900)).subarray(0, 900), unreadable],
    [
      'a program behind the first bytes of a png',
      async () => Buffer.concat([(await picture(300, 300).png().toBuffer()).subarray(0, 8), exe]),
      unreadable,
    ],
  ])('%s', async (_, make, message) => {
    const before = await photoOf(doctor)
    expect(before).not.toBeNull()
    const answer = await upload(doctor, await make(), { name: 'photo.png' })
    expect(answer).toMatchObject({ status: 422, success: false, message })
    expect(await photoOf(doctor)).toBe(before)
  })

  test('150 x 150 is accepted, and a transparent picture gets a white background [Q061]', async () => {
    expect((await upload(doctor, await jpeg(150, 150))).status).toBe(200)
    const holes = await sharp({ create: { width: 200, height: 200, channels: 4, background: '#0000' } })
      .png()
      .toBuffer()
    const [address] = (await upload(doctor, holes)).result as [string]
    const bytes = await (await image(address, doctor.cookie)).arrayBuffer()
    const { data } = await sharp(Buffer.from(bytes)).raw().toBuffer({ resolveWithObject: true })
    expect(data[0]).toBeGreaterThan(250)
  })

  test('more than 5 MB and a form without a file [Q061]', async () => {
    const six = Buffer.concat([await jpeg(), Buffer.alloc(6 * 1_048_576)])
    expect(await upload(doctor, six)).toMatchObject({ status: 413, message: 'A picture may have at most 5 MB.' })
    expect(await upload(doctor, await jpeg(), { field: 'other' })).toMatchObject({ status: 400 })
    expect(
      (await doctor.raw(`/api/clinic/user/upload-profile-pic?userId=${doctor.user.id}`, { method: 'POST' })).status,
    ).toBe(400)
    expect((await upload(stranger, await jpeg(), { of: doctor })).status).toBe(404)
  })
})
