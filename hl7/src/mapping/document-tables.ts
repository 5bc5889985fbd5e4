/** The table of documents. Left: the words of Dictara. Right: where HL7 has it (see table.ts). */
export const documentTable = {
  documentNumber: 'TXA-12.1, else OBR-3.1, else ORC-3.1, else OBR-2.1, else ORC-2.1',
  parentNumber: 'TXA-13.1',
  workType: 'TXA-2 as words, else OBR-4 as words',
  author: 'TXA-9 as person, else TXA-5 as person, else OBR-32 as person, else OBR-16 as person',
  authenticator: 'TXA-22 as person, else TXA-10 as person',
  transcriptionist: 'TXA-11 as person',
  encounterAt: 'TXA-4.1, else OBR-7.1 as instant',
  dictatedAt: 'TXA-6.1 as instant',
  transcribedAt: 'TXA-7.1, else OBR-22.1 as instant',
  editedAt: 'TXA-8.1 as instant',
  /** IN, IP, DO, AU, LA (table 0271); or F, C, P, X of a result (table 0123). */
  status: 'TXA-17.1, else OBR-25.1',
  /** AV, OB, CA, UN (table 0273). */
  availability: 'TXA-19.1',
} as const

/** The events of MDM: what becomes of the document. */
export const documentEvents = {
  T01: 'new',
  T02: 'new',
  T03: 'status',
  T04: 'status',
  T05: 'addendum',
  T06: 'addendum',
  T07: 'edit',
  T08: 'edit',
  T09: 'replace',
  T10: 'replace',
  T11: 'cancel',
} as const
