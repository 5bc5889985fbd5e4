export { CreateDictation, mayDictate } from './create-dictation.tsx'
export { forgetDictationCreated, noteDictationCreated, useDictationCreated } from './use-dictation-created.ts'
