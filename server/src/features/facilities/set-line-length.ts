import { sharedRefusals } from '@dictara/contract'
import type { LineLength } from '@dictara/contract/turnaround'
import type { ClinicWork } from '../../platform/database/index.ts'
import { refuseUnless } from '../../platform/refusal.ts'
import { findLineLength, saveLineLength } from './turnaround.store.ts'

declare module '../../platform/database/work.ts' {
  interface AuditEvents {
    'clinic.line-length-set': { from: number; to: number }
  }
}

/** Sets how many characters are a line of the clinic (Q205); what was counted before stays as it was. */
export async function setLineLength(work: ClinicWork, wanted: LineLength): Promise<LineLength> {
  const { lineCharacters } = await findLineLength(work)
  refuseUnless(await saveLineLength(work, wanted), sharedRefusals.changedMeanwhile)
  await work.audit({
    event: 'clinic.line-length-set',
    detail: { from: lineCharacters, to: wanted.lineCharacters },
  })
  return findLineLength(work)
}
