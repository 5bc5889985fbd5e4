export { useDemographics, useJob } from './note-queries.ts'
export { PrintableNote } from './printable-note.tsx'
export { SectionText } from './section-text.tsx'
export { usePrint } from './use-print.ts'
