import type { InferredItem } from '../items.ts'
import { drugOf } from '../tables/drugs.ts'
import type { ChartQuestion } from './question.ts'

/** A dose is questioned from this multiple of the greatest usual dose on, and from this fraction of the least down. */
const timesMost = 8
const partLeast = 10

/** How many micrograms, or units of another kind, one of each unit is. */
const scales: Record<string, readonly [kind: string, scale: number]> = {
  mcg: ['mass', 1],
  microgram: ['mass', 1],
  micrograms: ['mass', 1],
  mg: ['mass', 1e3],
  milligram: ['mass', 1e3],
  milligrams: ['mass', 1e3],
  g: ['mass', 1e6],
  gm: ['mass', 1e6],
  gram: ['mass', 1e6],
  grams: ['mass', 1e6],
  units: ['units', 1],
  unit: ['units', 1],
  meq: ['mEq', 1],
}
const dosePattern = /^(?<low>\d[\d,]*(?:\.\d+)?)(?:\s?(?:-|–|to)\s?(?<high>\d[\d,]*(?:\.\d+)?))?\s?(?<unit>[a-z]+)$/

/** Finds single doses far from the usual ones of the drug. Doses by weight and rates are not compared. */
export function doseQuestions(items: readonly InferredItem[]): ChartQuestion[] {
  return items.flatMap((item): ChartQuestion[] => {
    if (item.kind !== 'medication' || !item.dose) return []
    const usual = drugOf(item.name)?.usual
    const { low, high, unit = '' } = dosePattern.exec(item.dose)?.groups ?? {}
    const [scale, usualScale] = [scales[unit], scales[usual?.unit.toLowerCase() ?? '']]
    if (!usual || !low || !scale || !usualScale || scale[0] !== usualScale[0]) return []
    const amount = (said: string) => (Number(said.replaceAll(',', '')) * scale[1]) / usualScale[1]
    const isFar = amount(high ?? low) >= usual.most * timesMost || amount(low) <= usual.least / partLeast
    if (!isFar) return []
    const span = usual.least === usual.most ? `${usual.most}` : `${usual.least} to ${usual.most}`
    const { section, start, end, name, dose } = item
    return [
      {
        kind: 'dose',
        section,
        start,
        end,
        words: `The note has ${name} ${dose}; a usual single dose is ${span} ${usual.unit}.`,
        key: `dose|${name}|${dose}`,
      },
    ]
  })
}
