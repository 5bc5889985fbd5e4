export type { NoteHeading } from './headings.ts'
export type { PlacedToken } from './paragraphs.ts'
export type { RecognisedWord } from './token.ts'
export { type Headings, toWritten, type WrittenContent, type WrittenSection, writeNote } from './write-note.ts'
