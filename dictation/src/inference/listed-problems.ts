import { wordSet } from './phrase-table.ts'
import type { Mention } from './problem-mentions.ts'
import { procedure } from './sides.ts'
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
  none noncontributory unremarkable significant otherwise remarkable extensive reviewed nothing see chart above below
  smoker smoking tobacco alcohol use surgery surgeries procedure procedures history pregnancy pregnancies delivery
  deliveries immunizations vaccinations hospitalization hospitalizations transfusion transfusions menarche colonoscopy
  mammogram gravida para unknown unchanged noted pacemaker defibrillator stent stents graft valve hysterectomy dialysis
  chemotherapy radiation transplant hearing aids oxygen cpap glasses admission discharge primary secondary principal
  postoperative preoperative final working differential remote childhood illnesses illness birth term vaginal full
  section born years year months weeks days male female man woman lives
`)

/** Of a list of problems each entry is one, even where no table knows it: "hypertension, Takotsubo, Ehlers-Danlos". */
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
  for (let at = from; at < to; at += 1) {
    const { kind, text, isCapitals } = tokens[at]!
    const isWord = kind === 'word' && (text.length >= shortestWord || isCapitals)
    if (!isWord || functionWords.has(text) || notProblem.has(text)) return false
  }
  return true
}
