import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { MailRefused } from './port.ts'
import { smtpMail } from './smtp.ts'

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

/** A mail server that answers each line as given; @returns its address */
async function aMailServer(greet: (socket: Socket) => void, answer: (line: string) => string) {
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    open.add(socket)
    socket.on('error', () => {})
    greet(socket)
    socket.on('data', (text) => {
      for (const line of String(text).split('\r\n').filter(Boolean)) socket.write(`${answer(line)}\r\n`)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  ends.push(() => {
    for (const socket of open) socket.destroy()
    server.close()
  })
  return `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`
}
const mail = { clinicId: '', id: 'one', to: 'ann@hill.example', subject: 'You are invited', body: 'A link' }
const send = (url: string, signal = new AbortController().signal) =>
  smtpMail(url, 'Dictara <no-reply@hill.example>').send(mail, signal)

test('a mail server that sends one character now and then does not exceed the time limit', async () => {
  const url = await aMailServer(
    (socket) => {
      const drip = setInterval(() => socket.write('2'), 100)
      socket.on('close', () => clearInterval(drip))
    },
    () => '',
  )
  await expect(send(url, AbortSignal.timeout(1_000))).rejects.toThrow(/aborted due to timeout/)
}, 10_000)

test('a mail refused by the server is distinguished from one that could not be delivered', async () => {
  const greet = (socket: Socket) => void socket.write('220 here\r\n')
  const says = (reply: string) => (line: string) => (line.startsWith('RCPT') ? reply : '250 fine')
  await expect(send(await aMailServer(greet, says('550 no such mailbox')))).rejects.toThrow(MailRefused)
  const busy = await send(await aMailServer(greet, says('450 come again'))).catch((error: unknown) => error)
  expect(busy).toBeInstanceOf(Error)
  expect(busy).not.toBeInstanceOf(MailRefused)
})
