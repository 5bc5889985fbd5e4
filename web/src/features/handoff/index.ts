export { CreateDictation, mayDictate } from './create-dictation.tsx'
export { useDictationCreated } from './use-dictation-created.ts'
