export { useDemographics, useJob } from './reading/note-queries.ts'
export { PrintableNote } from './reading/printable-note.tsx'
export { ReadNote } from './reading/section-text.tsx'
export { usePrint } from './reading/use-print.ts'
