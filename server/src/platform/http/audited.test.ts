import type { CallSpec } from '@dictara/contract'
import { isOfPatient } from '@dictara/contract'
import { allCalls } from '@dictara/contract/all'
import { expect, test } from 'vitest'
import { placesIn } from './shape.ts'

const patientWords = /^(patientName|birthDate|medicalRecordNumber|mrn|gender|ssn|address|diagnosis|allerg)/i

test('what an answer calls by a word for patients is marked as theirs, so that reading it is audited', () => {
  const found = Object.values(allCalls)
    .flatMap((rows) => Object.values<CallSpec>(rows))
    .flatMap(({ path, result, extra }) =>
      [result, ...(extra ? [extra] : [])]
        .flatMap((shape) => [...placesIn(shape)])
        .flatMap((place) => ({ path, name: place.path.at(-1) ?? '', isMarked: isOfPatient(place.schema) })),
    )
    .filter(({ name }) => patientWords.test(name))
  expect(found.filter(({ isMarked }) => !isMarked)).toEqual([])
  expect(found.length).toBeGreaterThan(20)
})
