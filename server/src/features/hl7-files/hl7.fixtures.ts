import { hl7FileCalls as calls, type Hl7FileType, type Hl7Import, type Hl7Message } from '@dictara/contract/hl7-files'
import type { TestClient } from '../../testing/test-client.ts'

let controls = 0

/** A message with these segments, always from the same sender, with its own control id. */
export const message = (
  event: string,
  segments: readonly string[],
  { facility = '', control = '', version = '2.5' } = {},
) =>
  `${[
    `MSH|^~\\&|HIS|NORTH|DICTARA|${facility}|20261101120000||${event}|${control || `C${(controls += 1)}`}|P|${version}`,
    ...segments,
  ].join('\r')}\r`
export const pid = (mrn: string, name = 'Dubois^Greta', more = '||19710305|F') =>
  `PID|1||${mrn}^^^HIS^MR||${name}${more}`

export type Sent = readonly [name: string, content: string | Uint8Array<ArrayBuffer>]

export function upload(who: TestClient, clinicId: string, files: readonly Sent[], fields: Record<string, string> = {}) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  for (const [name, content] of files) form.append('files', new Blob([content]), name)
  return who.raw(`/api/private/clinic/${clinicId}/import-hl7-file`, { method: 'POST', body: form })
}

/** Imports files and waits until they have been read. */
export async function imported(
  who: TestClient,
  clinicId: string,
  files: readonly Sent[],
  fields = {},
): Promise<Hl7Import> {
  const answer = (await (await upload(who, clinicId, files, fields)).json()) as {
    message: string
    result: { importId: string }[]
  }
  if (!answer.result[0]) throw new Error(answer.message)
  const { importId } = answer.result[0]
  for (let looks = 0; ; looks += 1) {
    const { result } = await who.call(calls.getHl7Import, { params: { clinicId, importId } })
    if (result[0]!.read === result[0]!.files) return result[0]!
    if (looks > 300) throw new Error(`still reading: ${JSON.stringify(result[0])}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

export const filesOf = async (who: TestClient, clinicId: string, fileType: Hl7FileType, query = {}) =>
  (await who.call(calls.listHl7Files, { params: { clinicId }, query: { fileType, size: 100, ...query } })).result

/** The result of each message in the newest file with this name. */
export async function verdictsOf(
  who: TestClient,
  clinicId: string,
  fileType: Hl7FileType,
  name: string,
): Promise<Hl7Message[]> {
  const file = (await filesOf(who, clinicId, fileType)).find(({ fileName }) => fileName === name)
  return (await who.call(calls.listHl7Messages, { params: { clinicId, fileId: file!.id }, query: { size: 100 } }))
    .result
}
