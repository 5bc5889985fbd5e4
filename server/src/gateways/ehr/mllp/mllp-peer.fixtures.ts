import { once } from 'node:events'
import net, { type AddressInfo, type Socket } from 'node:net'
import tls from 'node:tls'
import { encodeFrame, FrameReader, type Message, parseMessage, readText, writeAck } from '@dictara/hl7'

type Outcome = 'accepted' | 'error' | 'rejected'
export const ackOf = (message: Message, outcome: Outcome = 'accepted', text?: string) =>
  writeAck(message, { stage: 'application', outcome, id: 'ACK1', at: new Date(), ...(text && { text }) })
export const frame = (text: string) => Buffer.from(encodeFrame(text))

/** A strict HL7 receiver, which identifies documents by TXA-12 and messages by MSH-10. */
export async function mllpPeer(certificate?: { cert: string; key: string }) {
  let behaviour: 'accept' | 'refuse' | 'hang' | 'accept-then-time-out' = 'accept'
  /** Replaces the usual answer, if set. */
  let instead: ((socket: Socket, message: Message) => void) | undefined
  const documents = new Map<string, 'there' | 'struck'>()
  const received: Message[] = []
  const seen = new Map<string, string>()
  const sockets = new Set<Socket>()
  let connections = 0

  function take(message: Message, text: string): string | undefined {
    const id = message.get('MSH-10')!
    const known = seen.get(id)
    if (known !== undefined) return known === text ? undefined : 'the id belongs to another message'
    const number = message.get('TXA-12') ?? message.get('OBR-3')!
    const isOut = message.get('MSH-9.2') === 'T11' || message.get('OBR-25') === 'X'
    if (isOut && !documents.has(number)) return 'no such document'
    documents.set(number, isOut ? 'struck' : 'there')
    seen.set(id, text)
    return undefined
  }

  function answer(socket: Socket, bytes: Uint8Array) {
    const { text } = readText(bytes)
    const { message } = parseMessage(text)
    received.push(message)
    if (instead) return instead(socket, message)
    if (behaviour === 'hang') return
    if (behaviour === 'refuse') return void socket.write(frame(ackOf(message, 'error', 'The chart is locked')))
    const wrong = take(message, text)
    if (behaviour === 'accept') socket.write(frame(ackOf(message, wrong === undefined ? 'accepted' : 'error', wrong)))
  }

  function serve(socket: Socket) {
    connections += 1
    sockets.add(socket)
    const frames = new FrameReader()
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
    socket.on('data', (chunk) => {
      for (const event of frames.feed(chunk)) if (event.kind === 'frame') answer(socket, event.bytes)
    })
  }
  const server = certificate ? tls.createServer(certificate, serve) : net.createServer(serve)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    port,
    received,
    documents,
    connections: () => connections,
    behave: async (next: typeof behaviour) => {
      behaviour = next
      instead = undefined
    },
    answerBy(next: typeof instead) {
      instead = next
    },
    settings: {
      host: '127.0.0.1',
      port: String(port),
      tls: certificate ? 'Yes' : 'No',
      sendingApplication: 'DICTARA',
      sendingFacility: 'HARBOR',
      receivingApplication: 'EHR',
      receivingFacility: 'HOSPITAL',
      form: 'Document (MDM)',
    },
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
