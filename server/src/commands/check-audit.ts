import {
  type AuditFault,
  type AuditOfClinic,
  keyOfSeals,
  lastSealFile,
  listClinicNames,
  readAudit,
  readLastSeal,
  verifyAudit,
} from '../features/audit-seals/index.ts'
import type { Installation } from './installation.ts'

/** More faults than these are counted only: nobody reads a list of all rows. */
const mostTold = 100

const many = (count: number, what: string) => `${count.toLocaleString('en-US')} ${what}${count === 1 ? '' : 's'}`

/** The moment that a UUIDv7 was made, in words; empty for another id. */
function madeAt(id: string): string {
  if (id[14] !== '7') return ''
  const moment = new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16))
  return ` of ${moment.toISOString().slice(0, 19).replace('T', ' ')} UTC`
}

function inWords(fault: AuditFault, nameOf: (clinicId: string | null) => string): string {
  switch (fault.kind) {
    case 'row-changed':
      return `Changed   row ${fault.id}${madeAt(fault.id)}, ${nameOf(fault.clinicId)}: it differs from what seal ${fault.sealId} covers.`
    case 'row-removed':
      return `Removed   row ${fault.id}${madeAt(fault.id)}, ${nameOf(fault.clinicId)}: seal ${fault.sealId} covers it, and it is gone.`
    case 'row-inserted':
      return `Inserted  row ${fault.id}${madeAt(fault.id)}, ${nameOf(fault.clinicId)}: it stands among sealed rows, and no seal covers it.`
    case 'seal-changed':
      return `Changed   seal ${fault.sealId}, ${nameOf(fault.clinicId)}: it is not as it was signed. Its rows can’t be checked.`
    case 'seal-unlinked':
      return `Changed   seal ${fault.sealId}, ${nameOf(fault.clinicId)}: it was not made after the seal before it.`
    case 'seals-missing':
      return fault.from === fault.to
        ? `Removed   seal ${fault.from}: its rows can’t be checked.`
        : `Removed   seals ${fault.from} to ${fault.to}: their rows can’t be checked.`
    case 'seal-replaced':
      return `Replaced  seal ${fault.sealId}: it is another one than this data folder knows.`
  }
}

const clinicInWords = (name: string, { seals, rows, unchecked, unsealed, unsealedSince }: AuditOfClinic) =>
  [
    `${name}: ${many(seals, 'seal')}, ${many(rows, 'row')} as sealed`,
    ...(unchecked > 0 ? [`${many(unchecked, 'row')} that can’t be checked`] : []),
    ...(unsealed > 0
      ? [`${many(unsealed, 'row')} not sealed yet, the oldest of ${unsealedSince?.replace('+00', ' UTC')}`]
      : []),
  ].join(', ')

/**
 * Compares the audit with its seals, and says what it finds of each clinic and what is wrong.
 * @returns the number of faults.
 */
export async function checkAudit(
  { doors, secrets, dataFolder }: Installation,
  say: (text: string) => void,
): Promise<number> {
  const lastSeal = await readLastSeal(dataFolder)
  const names = await doors.asSystem('check the audit', listClinicNames)
  const nameOf = (clinicId: string | null) => (clinicId ? (names.get(clinicId) ?? clinicId) : 'no clinic')
  let faults = 0
  const found = await verifyAudit(readAudit(doors), {
    key: keyOfSeals({ secrets }),
    lastSeal,
    tell(fault) {
      faults += 1
      if (faults <= mostTold) say(inWords(fault, nameOf))
    },
  })
  if (faults > mostTold) say(`… and ${(faults - mostTold).toLocaleString('en-US')} more.`)
  if (faults > 0) say('')
  const clinics = [...found].map(([clinicId, of]) => clinicInWords(nameOf(clinicId), of))
  for (const line of clinics.toSorted()) say(line)
  if (!lastSeal)
    say(`${lastSealFile(dataFolder)} isn’t there: whether the last seals were removed can’t be told from here.`)
  say(
    faults === 0
      ? '\nThe audit is right: every row that is sealed is as it was written.'
      : `\nThe audit isn’t right: ${many(faults, 'fault')}. See docs/operating/audit.md`,
  )
  return faults
}
