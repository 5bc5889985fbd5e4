import { peopleRefusals } from '@dictara/contract/people'
import { importRoles, type PeopleColumn } from '@dictara/contract/people-import'
import { type CsvLine, dayOf, isFormula, mistakesIn, type ReadRow, tooManyCells } from '../imports/index.ts'
import { ruledBy, roleNamed } from './import-roles.ts'

/** What the clinic already has, as far as the importing person may know it. */
export interface Known {
  /** Facilities that they reach. */
  facilities: readonly { facilityId: string; facilityName: string; disabled: boolean }[]
  /** The people they manage: a description in words by email in lower case. */
  people: ReadonlyMap<string, string>
  /** NPI numbers of the clinic, which the Add form also reveals. */
  npis: ReadonlySet<string>
  /** Today's date in the clinic, `yyyy-mm-dd`. */
  today: string
}

/** Columns that must not hold formulas, since spreadsheet programs would run them. Phone numbers may begin with a plus. */
const neverFormulas: readonly PeopleColumn[] = [
  'First Name',
  'Last Name',
  'Email',
  'Role',
  'NPI',
  'Date of Birth',
  'Facilities',
]

/** International calling codes. No code is the beginning of another. */
const callingCode = /^(?:\+|00)(1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})[ .-]*/

function phoneOf(cell: string) {
  const code = callingCode.exec(cell)
  return code ? { countryCode: `+${code[1]}`, number: cell.slice(code[0].length) } : { countryCode: '+1', number: cell }
}

/** The most facilities in one line. More are a mistake, and each would be searched for. */
const facilitiesMost = 100

/** Reads the facilities of a cell, which are separated by bars, semicolons or line breaks. */
function facilitiesOf(cell: string, { facilities }: Known) {
  const names = [...new Set(cell.split(/[|;\n\r]+/).map((name) => name.trim()))].filter(Boolean)
  if (names.length > facilitiesMost)
    return { names: [], ids: [], wrong: [`A line can have at most ${facilitiesMost} facilities.`] }
  const wrong: string[] = []
  const ids = names.flatMap((full) => {
    // Facility names are at most this long.
    const name = full.slice(0, 200)
    const [one, another] = facilities.filter(({ facilityName }) => facilityName.toLowerCase() === name.toLowerCase())
    if (!one) wrong.push(`You have no facility called “${name}”.`)
    else if (another) wrong.push(`Several facilities are called “${name}”.`)
    else if (one.disabled) wrong.push(`The facility “${name}” is disabled.`)
    return one ? [one.facilityId] : []
  })
  return { names, ids, wrong }
}

function readRow({ line, cells, isTooLong }: CsvLine<PeopleColumn>, known: Known) {
  const of = (column: PeopleColumn) => cells[column] ?? ''
  const role = roleNamed(of('Role'))
  const facilities = facilitiesOf(of('Facilities'), known)
  const dob = dayOf(of('Date of Birth'))
  const input = {
    firstName: of('First Name'),
    lastName: of('Last Name'),
    email: of('Email'),
    npi: of('NPI') || (role === 'Doctor' ? '' : null),
    phoneNumber: phoneOf(of('Phone Number')),
    dob: dob || null,
    facilityIds: facilities.ids,
    ...(role && ruledBy[role].more),
  }
  const formulas = neverFormulas.filter((column) => isFormula(of(column)))
  const why = [
    ...(isTooLong ? [tooManyCells] : []),
    ...formulas.map((column) => `${column} looks like a formula.`),
    ...(role ? [] : [roleMissing(of('Role'))]),
    ...mistakesIn(ruledBy[role ?? 'Biller'].schema, input),
    ...facilities.wrong,
    ...(dob > known.today && /^\d{4}-/.test(dob) ? [peopleRefusals.bornInFuture.message] : []),
  ]
  return {
    line,
    fullName: `${input.firstName} ${input.lastName}`.trim().slice(0, 210),
    cells: [input.email.slice(0, 320), role ?? of('Role').slice(0, 100), facilities.names.join(', ').slice(0, 1_000)],
    input: { ...input, role },
    npi: input.npi,
    why: [...new Set(why)],
  }
}

const rolesInWords = `${importRoles.slice(0, -1).join(', ')} or ${importRoles.at(-1)}`
const roleMissing = (cell: string) =>
  cell ? `“${cell.slice(0, 100)}” isn’t a role. Use ${rolesInWords}.` : `Enter a role: ${rolesInWords}.`

/**
 * What each row of a file would do, in order. Does not reveal whether somebody of another clinic has an address: that shows only
 * when the person is added, as with the Add form.
 */
export function readRows(lines: readonly CsvLine<PeopleColumn>[], known: Known): ReadRow[] {
  const lineOfEmail = new Map<string, number>()
  const lineOfNpi = new Map<string, number>()
  return lines.map((one) => {
    const { input, npi, why, ...row } = readRow(one, known)
    const email = row.cells[0]!.toLowerCase()
    const here = known.people.get(email)
    const [emailBefore, npiBefore] = [lineOfEmail.get(email), npi ? lineOfNpi.get(npi) : undefined]
    if (email) lineOfEmail.set(email, emailBefore ?? row.line)
    if (npi) lineOfNpi.set(npi, npiBefore ?? row.line)
    if (here && emailBefore === undefined) return { ...row, input: null, outcome: 'HERE' as const, why: here }
    if (emailBefore !== undefined) why.push(`Line ${emailBefore} has the same email.`)
    if (npiBefore !== undefined) why.push(`Line ${npiBefore} has the same NPI number.`)
    else if (npi && known.npis.has(npi)) why.push(peopleRefusals.npiTaken.message)
    const isGood = why.length === 0
    return {
      ...row,
      input: isGood ? input : null,
      outcome: isGood ? ('ADD' as const) : ('CANNOT' as const),
      why: why.join(' · '),
    }
  })
}
