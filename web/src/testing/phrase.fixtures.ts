import type { CannedText } from '@dictara/contract/phrases'
import { idOf } from './stored-user.fixtures.ts'

/** Returns a phrase of the caller in My Collection. `facts` override its fields. */
export const aPhrase = (n: number, facts: Partial<CannedText> = {}): CannedText => ({
  id: idOf(n),
  key: `key ${n}`,
  phrase: `Phrase ${n}.`,
  active: false,
  editable: true,
  restrictedToTemplates: false,
  templateMapping: [],
  dynamic: false,
  global: false,
  exportToOtherAuthors: false,
  targetEndPoint: null,
  author: { doctorName: 'Dana Okafor' },
  conflict: false,
  version: 1,
  ...facts,
})
