export { chartQuestions } from './inference/chart-questions.ts'
export { inferNote } from './inference/infer-note.ts'
export type * from './inference/items.ts'
export type { Chart, ChartQuestion } from './inference/questions/question.ts'
