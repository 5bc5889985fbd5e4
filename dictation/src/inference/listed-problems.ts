import { phraseAt, phraseSet, wordSet } from './phrase-table.ts'
import type { Mention } from './problem-mentions.ts'
import { partCount, procedure } from './sides.ts'
import { drugAt } from './tables/drugs.ts'
import { functionWords } from './tables/function-words.ts'
import type { ReadSection, Token } from './words.ts'

/** Sections that list problems. */
const ofProblems = /\b(?:past medical history|pmh|medical history|diagnos[ei]s|problem list|problems|comorbidities)\b/
const between = new Set([',', ';', 'and', '/'])
const wordsMost = 4
const shortestWord = 4
const notProblem = wordSet(`
  mild moderate severe intermittent persistent controlled uncontrolled chronic acute recurrent bilateral diet treated
  resolving resolved recently currently longstanding untreated remission followed
  protein ketones nitrites glucose leukocytes bilirubin acute disease process infiltrates malignancy
  drug drugs travel trauma exposure exposures contact contacts change changes allergies allergy medications medication
  surgery fall accident recent sick ideation intent plan abuse violence difficulty problems issues complaints symptoms
  other else anything exercise caffeine sexual activity improvement relief compliance taking using having being doing
  feeling further prior previous current new significant similar work illicit recreational marijuana cocaine heroin
  suicidal homicidal thoughts well good normal stable better worse doing
  none noncontributory unremarkable significant otherwise remarkable extensive reviewed nothing see chart above below
  smoker smoking tobacco alcohol use surgery surgeries procedure procedures history pregnancy pregnancies delivery
  deliveries immunizations vaccinations hospitalization hospitalizations transfusion transfusions menarche colonoscopy
  mammogram gravida para unknown unchanged noted pacemaker defibrillator stent stents graft valve hysterectomy dialysis
  chemotherapy radiation transplant hearing aids oxygen cpap glasses admission discharge primary secondary principal
  postoperative preoperative final working differential remote childhood illnesses illness birth term vaginal full
  section born years year months weeks days male female man woman lives
`)

/** Words after which each entry of a list is a problem: "denies zigzag lines or floaters". */
const tells = phraseSet(`
  denies, denied, complains of, complaining of, complained of, diagnosed with, diagnosis of, suffers from, positive for,
  negative for, endorses, presents with, presented with, presenting with, reports
`)
const toldMost = 40
/** Unknown entries of lists after words that introduce problems. */
export function toldProblems(read: ReadSection, start: number, end: number, mentions: readonly Mention[]): Mention[] {
  const { tokens } = read
  const found: Mention[] = []
  let known = 0
  for (let at = start; at < end; at += 1) {
    const told = phraseAt(tells, tokens, at, end)
    if (!told) continue
    let from = at + told.count
    for (let next = from; next <= Math.min(end, at + toldMost); next += 1) {
      const isEnd = next === end || entryEnds.has(tokens[next]!.text)
      if (!isEnd) continue
      while (from < next && passed.has(tokens[from]!.text)) from += 1
      while (known < mentions.length && mentions[known]!.end <= from) known += 1
      const isKnown = known < mentions.length && mentions[known]!.start < next
      if (!isKnown && next > from && !isEntry(tokens, from, next)) break
      if (!isKnown && next > from) found.push({ start: from, head: from, end: next })
      if (next === end || !goOn.has(tokens[next]!.text)) break
      from = next + 1
    }
    at += told.count - 1
  }
  return found
}
const goOn = new Set([',', 'and', 'or', '/'])
const entryEnds = wordSet(', and or / . ; ( but with for since at on in while when after that which to')
const passed = wordSet('any a an the some his her and or')

/**
 * Every entry in a list of problems is a problem, even if the tables do not know it: "hypertension, Takotsubo,
 * Ehlers-Danlos".
 */
export function listedProblems(read: ReadSection, start: number, end: number, mentions: readonly Mention[]): Mention[] {
  if (!ofProblems.test(read.heading)) return []
  const { tokens } = read
  const found: Mention[] = []
  let [from, known] = [start, 0]
  for (let at = start; at <= end; at += 1) {
    if (at < end && !between.has(tokens[at]!.text)) continue
    while (known < mentions.length && mentions[known]!.end <= from) known += 1
    const isKnown = known < mentions.length && mentions[known]!.start < at
    if (!isKnown && isEntry(tokens, from, at)) found.push({ start: from, head: from, end: at })
    from = at + 1
  }
  return found
}
function isEntry(tokens: readonly Token[], from: number, to: number): boolean {
  if (to <= from || to - from > wordsMost || procedure.test(tokens[to - 1]!.text) || drugAt(tokens, from, to))
    return false
  // A part of the body by itself is no problem.
  if (partCount(tokens, from, to) === to - from) return false
  for (let at = from; at < to; at += 1) {
    const { kind, text, isCapitals } = tokens[at]!
    const isWord = kind === 'word' && (text.length >= shortestWord || isCapitals)
    if (!isWord || functionWords.has(text) || notProblem.has(text)) return false
  }
  return true
}
