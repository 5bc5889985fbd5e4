export { chartQuestions } from './inference/chart-questions.ts'
export { inferInSteps, inferNote } from './inference/infer-note.ts'
export * from './inference/items.ts'
export type { Chart, ChartQuestion } from './inference/questions/question.ts'
