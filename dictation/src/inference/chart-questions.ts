import type { InferredItem, NoteSection } from './items.ts'
import { allergyQuestions } from './questions/allergy-questions.ts'
import { doseQuestions } from './questions/dose-questions.ts'
import { ageQuestions, sexQuestions } from './questions/patient-questions.ts'
import type { Chart, ChartQuestion } from './questions/question.ts'
import { sideQuestions } from './questions/side-questions.ts'
import { readSection } from './words.ts'

/**
 * Finds contradictions between a note and the chart, or within the note, as questions for the typist: drugs and
 * allergies, the patient's sex and age, sides that change, and doses far from the usual. Takes the note's sections and
 * the items that `inferNote` found in them. Each question is asked once, at its first place, in the order of the note.
 */
export function chartQuestions(
  sections: readonly NoteSection[],
  items: readonly InferredItem[],
  chart: Chart,
): ChartQuestion[] {
  const read = sections.map(readSection)
  const all = [
    ...allergyQuestions(read, items, chart),
    ...sexQuestions(read, chart),
    ...ageQuestions(read, chart),
    ...sideQuestions(read, items),
    ...doseQuestions(items),
  ].toSorted((a, b) => a.section - b.section || a.start - b.start)
  const asked = new Set<string>()
  return all.filter(({ key }) => !asked.has(key) && asked.add(key))
}
