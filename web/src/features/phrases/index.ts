export { KeyAndPhrase } from './key-and-phrase.tsx'
