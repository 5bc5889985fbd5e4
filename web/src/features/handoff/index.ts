export { CreateDictation, mayDictate } from './create-dictation.tsx'
