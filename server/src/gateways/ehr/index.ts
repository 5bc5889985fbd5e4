export { demoEhr } from './demo-ehr.ts'
export { findBehaviour, listReceivedNotes, saveBehaviour } from './demo-ehr.store.ts'
export { type Ehr, EhrFailed, type EhrNote, type EhrNoteKey } from './port.ts'
export { withinLimit } from './within-limit.ts'
