import { describe, expect, test } from 'vitest'
import { ackMode, controlId, isAckOf, readAck, wantsAck, writeAck } from './ack.ts'
import { parseMessage } from './parse.ts'
import { problemOf } from './problems.ts'

const parse = (text: string) => parseMessage(text).message
const sent = parse('MSH|^~\\&|A^1.2&x^ISO|B|C|D|20260101||ADT^A01^ADT_A01|M1|T|2.5.1\rPID|1')
const content = { stage: 'application', outcome: 'accepted', id: 'ACK1', at: new Date('2026-01-02T03:04:05Z') } as const

describe('an acknowledgement', () => {
  test('is addressed to the sender with all components of its name, and has the number of the message', () => {
    expect(writeAck(sent, content)).toBe(
      'MSH|^~\\&|C|D|A^1.2&x^ISO|B|20260102030405+0000||ACK^A01^ACK|ACK1|T|2.5.1||||||UNICODE UTF-8\rMSA|AA|M1\r',
    )
  })

  test('lists problems with their place', () => {
    const problems = [problemOf('no-record-number', { segment: 'PID', field: 3 }), problemOf('noise')]
    const text = writeAck(sent, { ...content, outcome: 'error', text: 'Not taken | sorry', problems })
    expect(text.split('\r').slice(1, 4)).toEqual([
      'MSA|AE|M1|Not taken \\F\\ sorry',
      'ERR||PID^1^3|207^Application internal error^HL70357|E|no-record-number|||The patient has no medical record number (PID-3).',
      'ERR|||207^Application internal error^HL70357|W|noise|||There are lines outside of any message.',
    ])
  })

  test('has no ERR segments before version 2.5', () => {
    const old = parse('MSH|^~\\&|A|B|C|D|||ADT^A01|M1|P|2.3')
    expect(writeAck(old, { ...content, outcome: 'error', problems: [problemOf('noise')] })).not.toContain('ERR')
  })

  test('uses the delimiters of the message', () => {
    const other = parse('MSH$*@!%$A$B$C$D$$$ADT*A01$M$1$P$2.3')
    expect(writeAck(other, content)).toMatch(/^MSH\$\*@!%\$C\$D\$A\$B\$/)
  })

  test.each([[undefined], [parse('hello')]])('is written even if nothing is known of the sender', (message) => {
    expect(writeAck(message, { ...content, outcome: 'rejected' })).toBe(
      'MSH|^~\\&|||||20260102030405+0000||ACK^^ACK|ACK1|P|2.5||||||UNICODE UTF-8\rMSA|AR\r',
    )
  })
})

describe('the acknowledgements that a sender wants with', () => {
  const withModes = (accept: string, application: string) =>
    parse(`MSH|^~\\&|A|B|C|D|||ADT^A01|M1|P|2.5|||${accept}|${application}`)
  test.each([
    ['', '', 'original', [false, false, true, true]],
    ['""', '""', 'original', [false, false, true, true]],
    ['AL', 'NE', 'enhanced', [true, true, false, false]],
    ['AL', '', 'enhanced', [true, true, false, false]],
    ['NE', 'AL', 'enhanced', [false, false, true, true]],
    ['ER', 'SU', 'enhanced', [false, true, true, false]],
  ])('MSH-15 %j and MSH-16 %j: %s', (accept, application, mode, wanted) => {
    const message = withModes(accept, application)
    expect(ackMode(message)).toBe(mode)
    expect(
      (['accept', 'application'] as const).flatMap((stage) =>
        (['accepted', 'rejected'] as const).map((outcome) => wantsAck(message, stage, outcome)),
      ),
    ).toEqual(wanted)
  })
})

describe('reading an acknowledgement', () => {
  test.each([
    ['AA', 'application', 'accepted'],
    ['AE', 'application', 'error'],
    ['AR', 'application', 'rejected'],
    ['CA', 'accept', 'accepted'],
    ['CE', 'accept', 'error'],
    ['CR', 'accept', 'rejected'],
  ] as const)('understands %s', (code, stage, outcome) => {
    const text = writeAck(sent, { ...content, stage, outcome, text: 'why' })
    expect(text).toContain(`\rMSA|${code}|`)
    expect(readAck(parse(text))).toEqual({ code, stage, outcome, controlId: 'M1', text: 'why' })
  })

  test.each(['MSH|^~\\&|A', 'MSH|^~\\&|A\rMSA|XX|M1', 'hello'])('gives nothing for %j', (text) =>
    expect(readAck(parse(text))).toBeNull(),
  )

  test('does not match it with another message', () => {
    const ack = readAck(parse(writeAck(sent, content)))!
    expect([isAckOf(ack, 'M1'), isAckOf(ack, 'M2'), isAckOf({ ...ack, controlId: undefined }, '')]).toEqual([
      true,
      false,
      false,
    ])
  })
})

test('the control id of a message has 20 characters and differs for each UUID', () => {
  const uuids = ['00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-4fff-bfff-ffffffffffff']
  const alike = Array.from({ length: 1000 }, (_, at) => `01938f2e-0000-7000-8000-${at.toString(16).padStart(12, '0')}`)
  const made = [...uuids, ...alike].map(controlId)
  expect(new Set(made).size).toBe(1002)
  expect(made.every((one) => /^[0-9A-Z]{20}$/.test(one))).toBe(true)
})
