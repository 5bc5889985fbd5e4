export { useDemographics, useJob } from './note-queries.ts'
export { PrintableNote } from './print/printable-note.tsx'
export { ReadNote } from './text/section-text.tsx'
export { usePrint } from './print/use-print.ts'
