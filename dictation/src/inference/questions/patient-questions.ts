import { phraseAt, phraseSet } from '../phrase-table.ts'
import { deniedIn, hypotheticalIn, othersIn } from '../told-of.ts'
import type { ReadSection } from '../words.ts'
import type { Chart, ChartQuestion } from './question.ts'

const ofFamily = /\bfamily\b/

const femaleWords = phraseSet(
  `
    pregnant, pregnancy, uterus, uterine, ovary, ovaries, ovarian, vagina, vaginal, menses, menstrual, menstruation,
    menstrual period, last menstrual period, lmp, hysterectomy, menopause, postmenopausal, menopausal, pap smear,
    endometrial, endometriosis, endometrium, vulva, vulvar, gravida, cesarean section, obstetric, oophorectomy,
    tubal ligation, fibroid, fibroids, prenatal, postpartum, breastfeeding
  `,
)
const maleWords = phraseSet(
  `
    prostate, prostatic, prostatitis, prostatectomy, psa, testicle, testicles, testicular, testis, testes, scrotum,
    scrotal, penis, penile, vasectomy, bph, erectile, epididymitis, epididymal, circumcised, circumcision,
    orchiectomy, semen
  `,
)
const called: Record<string, 'male' | 'female'> = {
  woman: 'female',
  female: 'female',
  girl: 'female',
  lady: 'female',
  man: 'male',
  male: 'male',
  boy: 'male',
  gentleman: 'male',
}

interface Place {
  section: number
  start: number
  end: number
}
const placeOf = ({ section, tokens }: ReadSection, at: number, count: number): Place => ({
  section,
  start: tokens[at]!.start,
  end: tokens[at + count - 1]!.end,
})

/**
 * Words for the other sex than that of the chart: organs and conditions, "woman" after an age, and "she" if "he" never
 * occurs.
 */
export function sexQuestions(read: readonly ReadSection[], { sex }: Chart): ChartQuestion[] {
  if (!sex) return []
  const question = (thing: string, place: Place): ChartQuestion => ({
    kind: 'sex',
    ...place,
    words: `The chart says ${sex}; the note has “${thing}”.`,
    key: `sex|${sex}|${thing}`,
  })
  const found: ChartQuestion[] = []
  const pronouns = { own: 0, other: 0, first: undefined as Place | undefined }
  const [own, other] = sex === 'female' ? ['she', 'he'] : ['he', 'she']
  for (const section of read) {
    if (ofFamily.test(section.heading)) continue
    const [others, denied, hypothetical] = [othersIn(section), deniedIn(section), hypotheticalIn(section)]
    const { tokens } = section
    for (let at = 0; at < tokens.length; at += 1) {
      const { text } = tokens[at]!
      if (text === own) pronouns.own += 1
      if (text === other) {
        pronouns.other += 1
        pronouns.first ??= placeOf(section, at, 1)
      }
      if (others[at] || denied[at] || hypothetical[at]) continue
      const organ = phraseAt(sex === 'female' ? maleWords : femaleWords, tokens, at, tokens.length)
      if (organ)
        found.push(
          question(
            section.text.slice(tokens[at]!.start, tokens[at + organ.count - 1]!.end).toLowerCase(),
            placeOf(section, at, organ.count),
          ),
        )
      const isOld = tokens[at - 1]?.text === 'old' || /^y\/?o$/.test(tokens[at - 1]?.text ?? '')
      if (isOld && called[text] && called[text] !== sex) found.push(question(text, placeOf(section, at, 1)))
    }
  }
  if (pronouns.first && pronouns.own === 0 && pronouns.other >= clearly) found.push(question(other!, pronouns.first))
  return found
}
/** How often the other pronoun must occur at least, while the right one never does. */
const clearly = 3

/** Whole years from a birth date to a day, both YYYY-MM-DD. */
export function ageOn(birthDate: string, on: string): number {
  const years = Number(on.slice(0, 4)) - Number(birthDate.slice(0, 4))
  return on.slice(5) < birthDate.slice(5) ? years - 1 : years
}
const relatives =
  /^(?:son|daughter|brother|sister|mother|father|husband|wife|child|children|grandson|granddaughter|aunt|uncle|cousin|house|car|dog|cat|hardware|injury|fracture|scar|stent|lesion)s?$/
/**
 * An age of the patient that is wrong by more than one year. Ages below two years are given in months and are not
 * questioned.
 */
export function ageQuestions(read: readonly ReadSection[], { birthDate, on }: Chart): ChartQuestion[] {
  if (!birthDate) return []
  const age = ageOn(birthDate, on)
  return read.flatMap((section) => {
    if (ofFamily.test(section.heading)) return []
    const { tokens } = section
    const others = othersIn(section)
    return tokens.flatMap((token, at): ChartQuestion[] => {
      const count = token.kind === 'number' && /^\d{1,3}$/.test(token.text) ? agedWords(section, at) : 0
      if (
        count === 0 ||
        others[at] ||
        relatives.test(tokens[at + count]?.text ?? '') ||
        /^(?:at|was|when|than|over|under|age|until|as|every|past|of|is)$/.test(tokens[at - 1]?.text ?? '')
      )
        return []
      const said = Number(token.text)
      if (said < 2 || said > 120 || Math.abs(said - age) <= 1) return []
      return [
        {
          kind: 'age',
          ...placeOf(section, at, count),
          words: `By the birth date in the chart the patient is ${age} years old; the note has ${said}.`,
          key: `age|${birthDate}|${said}`,
        },
      ]
    })
  })
}
/** The number of tokens of an age: "54-year-old", "54 y/o", "54 yo". */
function agedWords({ tokens }: ReadSection, at: number): number {
  const behind = (count: number) => tokens[at + count]?.text ?? ''
  if (/^years?$/.test(behind(1)) && behind(2) === 'old') return 3
  return /^(?:y\/o|yo|y\.o\.)$/.test(behind(1)) ? 2 : 0
}
