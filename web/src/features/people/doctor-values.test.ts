import { expect, test } from 'vitest'
import { inputOf, valuesOf } from './doctor-values.ts'
import { withoutCode } from '../../ui/phone.ts'
import { withKept } from '../../ui/with-kept.ts'

test('the phone is split, with the calling code removed from the number [PEOP-46]', () => {
  expect(withoutCode('+1 202 555 0100', '+1')).toBe('202 555 0100')
  expect(withoutCode('202 555 0100', '+1')).toBe('202 555 0100')
  expect(inputOf({ ...valuesOf(), countryCode: '+44', phone: '+4420 7946 0000' }).phoneNumber).toEqual({
    countryCode: '+44',
    number: '20 7946 0000',
  })
})

test('only the levels of the flow are sent, with people and groups separated [PEOP-25, PEOP-34, PEOP-35]', () => {
  const chosen = { ...valuesOf(), level1: ['any', 'group:g1'], level2: ['r2'] }
  expect(inputOf({ ...chosen, reviewerFlow: 'NONE' }).reviewerFlowConfig).toMatchObject({
    reviewersForLevel1: [],
    reviewersForLevel2: [],
  })
  expect(inputOf({ ...chosen, reviewerFlow: 'LEVEL_1' }).reviewerFlowConfig).toMatchObject({
    reviewersForLevel1: ['any'],
    reviewerGroupsForLevel1: ['g1'],
    reviewersForLevel2: [],
  })
  expect(inputOf({ ...chosen, reviewerFlow: 'LEVEL_2' }).reviewerFlowConfig.reviewersForLevel2).toEqual(['r2'])
})

test('a person chosen before is kept in the selection by name, without duplicates', () => {
  const [ann, bo] = [
    { id: '1', fullName: 'Ann' },
    { id: '2', fullName: 'Bo' },
  ]
  expect(withKept([ann!], [ann!, bo!], 'id')).toEqual([ann, bo])
  expect(withKept([ann!], undefined, 'id')).toEqual([ann])
})
