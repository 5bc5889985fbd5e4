import { describe, expect, test } from 'vitest'
import { parseMessage } from '../parse.ts'
import { readAppointmentMessage } from './appointment.ts'

const read = (trigger: string, version: string, ...segments: string[]) =>
  readAppointmentMessage(
    parseMessage([`MSH|^~\\&|A|B|C|D|20260102||SIU^${trigger}|1|P|${version}`, ...segments].join('\r')).message,
    { timeZone: 'America/New_York' },
  )
const schedule = (fields: Record<number, string>) =>
  `SCH|${Array.from({ length: 27 }, (_, at) => fields[at + 1] ?? '').join('|')}`

test('an appointment has its number, time, people, place and reason', () => {
  const { appointment, problems } = read(
    'S12',
    '2.5',
    schedule({
      1: 'P1',
      2: 'F1',
      7: '^Follow-up',
      8: 'NORMAL^Routine',
      9: '30',
      10: 'min',
      11: '^^30^202601151030^202601151100',
    }),
    'RGS|1',
    'AIS|1|A|OV^Office visit',
    'AIL|1|A|NORTH^101^^HOSP',
    'AIP|1|A|1^Lee^Anna^^^Dr~2^Roe^Max',
    'AIP|2|A|1^Lee^Anna^^^Dr',
  )
  expect(appointment).toEqual({
    appointmentId: 'F1',
    type: 'Routine',
    reason: 'Follow-up',
    start: '2026-01-15T15:30:00.000Z',
    end: '2026-01-15T16:00:00.000Z',
    providers: ['Dr Anna Lee', 'Max Roe'],
    locations: ['NORTH, 101, HOSP'],
  })
  expect(problems).toEqual([])
})

describe('the effect of an event', () => {
  test.each([
    ['S12', 'upsert'],
    ['S13', 'upsert'],
    ['S14', 'upsert'],
    ['S15', 'cancel'],
    ['S16', 'cancel'],
    ['S17', 'delete'],
    ['S26', 'upsert'],
    ['S99', 'none'],
  ])('%s: %s', (trigger, effect) => {
    const message = read(trigger, '2.5', schedule({ 1: 'P1', 11: '^^^2026011510' }))
    expect([message.effect, message.appointment.appointmentId]).toEqual([effect, 'P1'])
    expect(message.problems.map(({ code }) => code)).toEqual(effect === 'none' ? ['event-without-effect'] : [])
  })
})

describe('the time of an appointment', () => {
  const inSchedule = '^^^202601151000^202601151100'
  test.each([
    [
      'TQ1 goes first',
      '2.5',
      { 2: '1', 11: inSchedule },
      ['TQ1|||||||202601161000|202601161030'],
      '16T15:00',
      '16T15:30',
    ],
    [
      'until 2.5, SCH-11 goes before AIS',
      '2.5',
      { 2: '1', 11: inSchedule },
      ['AIS|1|A|X|202601171000'],
      '15T15:00',
      '15T16:00',
    ],
    [
      'since 2.6, AIS goes before SCH-11, whose end is then old',
      '2.8',
      { 2: '1', 11: inSchedule },
      ['AIS|1|A|X|202601171000|||45|min'],
      '17T15:00',
      '17T15:45',
    ],
    [
      'the end comes from the length',
      '2.5',
      { 2: '1', 9: '2', 10: 'HR', 11: '^^^202601151000' },
      [],
      '15T15:00',
      '15T17:00',
    ],
    [
      'a length without a unit is in minutes',
      '2.5',
      { 2: '1', 9: '20', 11: '^^^202601151000' },
      [],
      '15T15:00',
      '15T15:20',
    ],
    [
      'an unknown unit gives no end',
      '2.5',
      { 2: '1', 9: '20', 10: 'fortnight', 11: '^^^202601151000' },
      [],
      '15T15:00',
      undefined,
    ],
  ])('%s', (_, version, fields, more, start, end) => {
    const { appointment } = read('S12', version, schedule(fields), ...more)
    expect([appointment.start, appointment.end]).toEqual([`2026-01-${start}:00.000Z`, end && `2026-01-${end}:00.000Z`])
  })
})

test.each([
  ['no SCH', [], ['error no-appointment', 'warning no-appointment-time']],
  ['no number', [schedule({ 11: '^^^2026011510' })], ['error no-appointment']],
  ['no time', [schedule({ 2: '1' })], ['warning no-appointment-time']],
  ['an invalid time', [schedule({ 2: '1', 11: '^^^tomorrow' })], ['warning date-wrong', 'warning no-appointment-time']],
])('an appointment with %s is reported', (_, segments: string[], problems) => {
  expect(read('S12', '2.5', ...segments).problems.map(({ severity, code }) => `${severity} ${code}`)).toEqual(problems)
})
