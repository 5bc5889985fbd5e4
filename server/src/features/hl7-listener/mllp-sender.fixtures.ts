import { once } from 'node:events'
import { connect } from 'node:net'
import { encodeFrame, FrameReader, parseMessage, type ReadAck, readAck, readText } from '@dictara/hl7'

/** A sending system that connects from one of this computer’s loopback addresses. */
export async function mllpSender(port: number, localAddress = '127.0.0.1') {
  const socket = connect({ port, host: '127.0.0.1', localAddress })
  const frames = new FrameReader()
  const acks: ReadAck[] = []
  let hear = () => {}
  let isClosed = false
  socket.on('error', () => {})
  socket.on('data', (chunk) => {
    for (const event of frames.feed(chunk))
      if (event.kind === 'frame') acks.push(readAck(parseMessage(readText(event.bytes).text).message)!)
    hear()
  })
  socket.on('close', () => {
    isClosed = true
    hear()
  })
  await once(socket, 'connect')
  async function until(isSo: () => boolean) {
    while (!isSo() && !isClosed) await new Promise<void>((next) => (hear = next))
  }
  return {
    /** Writes bytes unchanged, without a frame. */
    write: (bytes: string | Uint8Array) => void socket.write(bytes),
    /** Stops reading, so that all further answers are lost. */
    ignore: () => void socket.pause(),
    /** Closes the sending direction only. The other side may still answer. */
    end: () => void socket.end(),
    close: () => void socket.destroy(),
    /** Waits for this many acknowledgements, or until the connection closes. */
    async answers(count: number): Promise<ReadAck[]> {
      await until(() => acks.length >= count)
      return acks.splice(0)
    },
    async ask(message: string | Uint8Array): Promise<ReadAck> {
      socket.write(encodeFrame(message))
      await until(() => acks.length > 0)
      return acks.shift()!
    },
    closed: () => until(() => isClosed),
  }
}
