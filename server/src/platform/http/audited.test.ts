import type { CallSpec } from '@dictara/contract'
import { isOfPatient } from '@dictara/contract'
import { allCalls } from '@dictara/contract/all'
import { LiveFrame } from '@dictara/contract/notifications'
import { expect, test } from 'vitest'
import { placesIn } from './shape.ts'

const patientWords = /^(patientName|birthDate|medicalRecordNumber|mrn|gender|ssn|address|diagnosis|allerg)/i
/** The users’ own addresses, which are not patient data. */
const ownAddress = /^\/clinic\/user\/(?:profile|config|basic-details) address/

test('every answer field with a patient-related name is marked as patient data, so that reading it is audited', () => {
  const found = Object.values(allCalls)
    .flatMap((rows) => Object.values<CallSpec>(rows))
    .flatMap(({ path, result, extra }) =>
      [result, ...(extra ? [extra] : [])]
        .flatMap((shape) => [...placesIn(shape)])
        .map((place) => ({
          at: `${path} ${place.path.join('.')}`,
          name: place.path.at(-1) ?? '',
          schema: place.schema,
        })),
    )
    .filter(({ at, name }) => patientWords.test(name) && !ownAddress.test(at))
  // A nullable field and the type in it are two schemas at the same path, of which only one is marked.
  const marked = new Set(found.filter(({ schema }) => isOfPatient(schema)).map(({ at }) => at))
  expect(found.filter(({ at }) => !marked.has(at))).toEqual([])
  expect(found.length).toBeGreaterThan(20)
})

test('live updates have only one field for patient data, the name in a notification', () => {
  const places = [...placesIn(LiveFrame)].filter(({ schema }) => isOfPatient(schema)).map(({ path }) => path.join('.'))
  // notifications.test.ts checks that the frames leave it out.
  expect([...new Set(places)]).toEqual(['notification.patientName'])
})
