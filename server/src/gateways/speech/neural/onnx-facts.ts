import { type FileHandle, open } from 'node:fs/promises'

/** A file that is not a complete ONNX model; `isCut`: it begins as one, but is truncated. */
export class NotOnnx extends Error {
  readonly isCut: boolean

  constructor(isCut: boolean) {
    super(isCut ? 'The file is cut off.' : 'The file isn’t an ONNX model.')
    this.isCut = isCut
  }
}

/** Fields of ONNX's ModelProto, wire types of protocol buffers, and the maximum size of a fact. */
const graphField = 7
const factsField = 14
const wire = { number: 0, eightBytes: 1, bytes: 2, fourBytes: 5 }
const mostFactBytes = 1_048_576
const mostHeadBytes = 20

/** A number in base 128, lowest digits first, and the number of its bytes. */
function varint(bytes: Buffer, at: number): { value: number; next: number } | undefined {
  let value = 0
  for (let next = at; next < bytes.length && next < at + 10; next += 1) {
    value += (bytes[next]! % 128) * 128 ** (next - at)
    if (bytes[next]! < 128) return { value, next: next + 1 }
  }
  return undefined
}

/** The key and text of one StringStringEntryProto. */
function factIn(bytes: Buffer): [string, string] {
  const texts = ['', '']
  for (let at = 0; at < bytes.length; ) {
    const key = varint(bytes, at)
    const length = key && varint(bytes, key.next)
    if (!length) break
    texts[Math.floor(key.value / 8) - 1] = bytes.toString('utf8', length.next, length.next + length.value)
    at = length.next + length.value
  }
  return [texts[0]!, texts[1]!]
}

async function readAt(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length)
  const { bytesRead } = await file.read(bytes, 0, length, at)
  return bytes.subarray(0, bytesRead)
}

/**
 * The metadata of an ONNX file (`model_type` and the like); its weights are skipped, not read.
 * @throws NotOnnx for anything else and for a partial download; errors of the file system.
 */
export async function onnxFacts(path: string): Promise<Record<string, string>> {
  await using file = await open(path, 'r')
  const { size } = await file.stat()
  const facts: Record<string, string> = {}
  let hasGraph = false
  for (let at = 0; at < size; ) {
    const head = await readAt(file, at, mostHeadBytes)
    const key = varint(head, 0)
    const value = key && varint(head, key.next)
    const kind = key ? key.value % 8 : -1
    if (!value || !Object.values(wire).includes(kind)) throw new NotOnnx(hasGraph)
    if (kind === wire.number) at += value.next
    else if (kind === wire.bytes) {
      const field = Math.floor(key.value / 8)
      const begins = at + value.next
      // A text file that looks like a field also states an impossible length, so only a graph proves a model.
      if (begins + value.value > size) throw new NotOnnx(hasGraph || field === graphField)
      hasGraph ||= field === graphField
      if (field === factsField && value.value <= mostFactBytes) {
        const [name, text] = factIn(await readAt(file, begins, value.value))
        facts[name] = text
      }
      at = begins + value.value
    } else at += key.next + (kind === wire.eightBytes ? 8 : 4)
  }
  if (!hasGraph) throw new NotOnnx(false)
  return facts
}
