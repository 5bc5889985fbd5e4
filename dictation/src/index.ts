export { lettersOf, type Phrases, sayInsert } from './expand-phrases.ts'
export type { NoteHeading } from './note-text.ts'
export type { PlacedToken } from './paragraphs.ts'
export { type AuthorPhrase, indexPhrases, type PhraseIndex } from './phrase-index.ts'
export { emptyRequired, type TemplateHeading } from './required-headings.ts'
export type { RecognisedWord } from './token.ts'
export {
  type Headings,
  type Insertion,
  toWritten,
  type WrittenContent,
  type WrittenNote,
  type WrittenSection,
  writeNote,
  writeWholeNote,
} from './write-note.ts'
export { alignWords, countWordErrors, type WordErrors, wordErrorRate, type WordStep } from './align-words.ts'
