import { type InferredItem, noneKnown } from '../items.ts'
import { drugOf } from '../tables/drugs.ts'
import { deniedIn, hypotheticalIn } from '../told-of.ts'
import type { ReadSection } from '../words.ts'
import type { Chart, ChartQuestion } from './question.ts'

/** A substance that the patient is allergic to, from the chart or from the note itself. */
interface Allergy {
  substance: string
  isOfChart: boolean
}

/** Classes of drugs about which the typist is asked if one drug of the class is an allergy. */
const askedByClass = new Set([
  'penicillin',
  'cephalosporin',
  'sulfonamide',
  'NSAID',
  'opioid',
  'statin',
  'ACE inhibitor',
  'macrolide',
  'fluoroquinolone',
  'tetracycline',
  'contrast',
])
const classWords: readonly (readonly [RegExp, string])[] = [
  [/\bpenicillins?\b/, 'penicillin'],
  [/\bcephalosporins?\b/, 'cephalosporin'],
  [/\bsulfa\b|\bsulfas\b|\bsulfonamides?\b/, 'sulfonamide'],
  [/\bnsaids?\b/, 'NSAID'],
  [/\bopioids?\b|\bopiates?\b|\bnarcotics?\b/, 'opioid'],
  [/\bstatins?\b/, 'statin'],
  [/\bace inhibitors?\b/, 'ACE inhibitor'],
  [/\biodine\b|\biodinated\b|\bcontrast\b|\b(?:iv|contrast) dye\b/, 'contrast'],
]
const classOf = (substance: string): string | undefined =>
  classWords.find(([words]) => words.test(substance))?.[1] ?? drugOf(substance)?.drugClass

/** Compares drugs, contrast and latex in the note with the allergies of the chart and of the note. */
export function allergyQuestions(
  read: readonly ReadSection[],
  items: readonly InferredItem[],
  chart: Chart,
): ChartQuestion[] {
  const said: Allergy[] = [
    ...chart.allergies.map(({ allergen }) => ({ substance: allergen.toLowerCase().trim(), isOfChart: true })),
    ...items.flatMap((item) =>
      item.kind === 'allergy' && !item.negated && item.substance !== noneKnown
        ? [{ substance: item.substance, isOfChart: false }]
        : [],
    ),
  ].filter(({ substance }) => substance !== '' && !isNone.test(substance))
  // Each allergy once, those of the chart first.
  const allergies = [...Map.groupBy(said, ({ substance }) => substance).values()].map(([first]) => first!)
  return [
    ...drugQuestions(read, items, allergies),
    ...otherQuestions(read, allergies),
    ...noneQuestions(items, allergies),
  ]
}
const isNone = /^(?:nkda|nka|none|no known\b.*|unknown)$/

const articleOf = (word: string) => (/^(?:[aeiouA]|NSAID)/.test(word) ? 'an' : 'a')
function questionOf(
  { substance, isOfChart }: Allergy,
  thing: string,
  more: string,
  { section, start, end }: { section: number; start: number; end: number },
): ChartQuestion {
  const words = isOfChart
    ? `The chart lists an allergy to ${substance}; the note has ${thing}${more}.`
    : `The note lists an allergy to ${substance} and has ${thing}${more}.`
  return { kind: 'allergy', section, start, end, words, key: `allergy|${substance}|${thing}` }
}

/** Whether a drug was only taken in the past, so that there is no question about it. */
const isPast =
  /\b(?:(?:was|were|had been|has been|previously|formerly) on|used to take|previously (?:took|tried)|reaction to) $/i
const beforeMost = 24
function drugQuestions(
  read: readonly ReadSection[],
  items: readonly InferredItem[],
  allergies: readonly Allergy[],
): ChartQuestion[] {
  const known = allergies.map((allergy) => ({
    allergy,
    name: drugOf(allergy.substance)?.name ?? allergy.substance,
    group: classOf(allergy.substance),
  }))
  return items.flatMap((item) => {
    if (
      item.kind !== 'medication' ||
      item.negated ||
      isPast.test(read[item.section]!.text.slice(0, item.start).slice(-beforeMost))
    )
      return []
    const { name, drugClass } = drugOf(item.name) ?? { name: item.name, drugClass: undefined }
    return known.flatMap(({ allergy, name: substance, group }) => {
      if (name === substance) return [questionOf(allergy, item.name, '', item)]
      if (group === undefined || drugClass === undefined) return []
      const isSame = askedByClass.has(group) && drugClass === group
      // For an allergy to penicillin, there is also a question about cephalosporins.
      const isNear = group === 'penicillin' && drugClass === 'cephalosporin'
      return isSame || isNear ? [questionOf(allergy, item.name, `, ${articleOf(drugClass)} ${drugClass}`, item)] : []
    })
  })
}

const ofAllergies = /allerg|intoleran/
/** Contrast and latex are no drugs of the note, so their words are searched. */
function otherQuestions(read: readonly ReadSection[], allergies: readonly Allergy[]): ChartQuestion[] {
  const contrast = allergies.find(({ substance }) => classOf(substance) === 'contrast')
  const latex = allergies.find(({ substance }) => /\blatex\b/.test(substance))
  if (!contrast && !latex) return []
  return read.flatMap((section) => {
    if (ofAllergies.test(section.heading)) return []
    const [denied, hypothetical] = [deniedIn(section), hypotheticalIn(section)]
    return section.sentences.flatMap(({ start, end }) => {
      const words = section.tokens.slice(start, end).map(({ text }) => text)
      // The words are about the allergy itself, or about another kind of contrast.
      if (words.some((word) => /^(?:allerg|gadolin|mri$|mra$|magnetic)/.test(word))) return []
      return words.flatMap((word, index) => {
        const at = start + index
        const token = section.tokens[at]!
        const isLeftOut =
          denied[at] ||
          hypothetical[at] ||
          words[index + 1] === 'free' ||
          /^(?:without|no|non|nonlatex|minus)$/.test(words[index - 1] ?? '')
        const allergy = word === 'contrast' ? contrast : word === 'latex' ? latex : undefined
        const isMeant = word === 'latex' || !/^(?:in|by|to)$/.test(words[index - 1] ?? '')
        return allergy && isMeant && !isLeftOut
          ? [questionOf(allergy, word, '', { section: section.section, start: token.start, end: token.end })]
          : []
      })
    })
  })
}

/** Asks if the note says that no allergy is known but the chart lists some. */
function noneQuestions(items: readonly InferredItem[], allergies: readonly Allergy[]): ChartQuestion[] {
  const listed = allergies.filter(({ isOfChart }) => isOfChart).map(({ substance }) => substance)
  if (listed.length === 0) return []
  return items.flatMap((item) =>
    item.kind === 'allergy' && item.substance === noneKnown
      ? [
          {
            kind: 'allergy' as const,
            section: item.section,
            start: item.start,
            end: item.end,
            words: `The chart lists an allergy to ${listed.join(' and ')}; the note says that none is known.`,
            key: `allergy|${listed.toSorted().join('+')}|none known`,
          },
        ]
      : [],
  )
}
