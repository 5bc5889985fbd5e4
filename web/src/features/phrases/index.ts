export { KeyAndPhrase } from './key-and-phrase.tsx'
export { phraseFieldNames } from './phrase-values.ts'
