import { expect, test } from 'vitest'
import { offeredPlans, type PlanCode, type PlanFeature, planFeatures, planOf } from './plans.ts'

const usd = (amountCents: number) => ({ amountCents, currencyCode: 'USD' })
const plansWith = (feature: PlanFeature): PlanCode[] =>
  offeredPlans.filter(({ code }) => planOf(code).features.includes(feature)).map(({ code }) => code)
const all = ['TRIAL', 'STANDARD', 'STANDARD_ANNUAL', 'ESSENTIALS']

test('the free trial costs 0 USD, has id 0, and no period [PRICE-01]', () => {
  expect(planOf('TRIAL')).toMatchObject({ title: 'Free trial', id: 0, type: 'trial', interval: 0, ...usd(0) })
})

test('Standard costs 75 USD a month, with unlimited dictations [PRICE-02]', () => {
  expect(planOf('STANDARD')).toMatchObject({ title: 'Standard', type: 'monthly', interval: 1, ...usd(7_500) })
  expect(planOf('STANDARD').features).toContain('unlimitedDictations')
})

test('Standard annual costs 810 USD for 12 months, a tenth less than Standard [PRICE-03]', () => {
  const annual = planOf('STANDARD_ANNUAL')
  expect(annual).toMatchObject({ title: 'Standard annual', type: 'annual', interval: 12, ...usd(81_000) })
  expect(annual.amountCents * 10).toBe(planOf('STANDARD').amountCents * 12 * 9)
})

test('Essentials costs 45 USD a month, with 4 key to phrases and without unlimited dictations [PRICE-04]', () => {
  const essentials = planOf('ESSENTIALS')
  expect(essentials).toMatchObject({ title: 'Essentials', type: 'monthly', interval: 1, ...usd(4_500) })
  expect(essentials.cannedTextsLimit).toBe(4)
  expect(essentials.features).not.toContain('unlimitedDictations')
})

test.each([
  ['Unlimited dictations', 'PRICE-05', 'unlimitedDictations', all.slice(0, 3)],
  ['Customizable dictation templates', 'PRICE-06', 'templates', all],
  ['Key to phrase', 'PRICE-07', 'phrases', all],
  ['Integration with a point-of-care EHR (may cost extra)', 'PRICE-09', 'ehr', all],
] as const)('%s is a listed feature [%s]', (label, _row, feature, plans) => {
  expect(planFeatures[feature]).toBe(label)
  expect(plansWith(feature)).toEqual(plans)
})

test('AI inferencing and transcription is a listed feature of every plan [INFR-28, PRICE-08]', () => {
  expect(planFeatures.inference).toBe('AI inferencing and transcription')
  expect(plansWith('inference')).toEqual(all)
  expect(offeredPlans.map(({ accessInferenceService }) => accessInferenceService)).toEqual([true, true, true, true])
})

test('amounts are 75, 810, 45 and 0, the free plan has id 0, Essentials 4 canned texts [PRICE-12]', () => {
  expect(offeredPlans.map(({ id, amountCents }) => [id, amountCents / 100])).toEqual([
    [0, 0],
    [1, 75],
    [2, 810],
    [3, 45],
  ])
  expect(offeredPlans.map(({ cannedTextsLimit }) => cannedTextsLimit)).toEqual([null, null, null, 4])
})
