import { demoJobs, timeOf } from './demo-jobs.ts'
import { inDemoZone } from './working-hours.ts'

const women = 'Amara Chloe Elif Greta Ines Kavya Maya Oksana Quinn Rosa'.split(' ')
const men = 'Ben Diego Farid Hiro Jonas Liam Noah Paolo Sven Thabo'.split(' ')
const lastNames =
  'Abbott Bauer Castillo Dubois Eriksen Fischer Gupta Haddad Ivanova Jansen Kowalski Lopez Mbeki Nakamura O’Brien Petrov Quist Rossi Smith Tanaka'.split(
    ' ',
  )
const facilities = 2

export type DemoPatient = ReturnType<typeof demoPatients>[number]

const day = 24 * 3_600_000
const dayBefore = (moment: Date, days: number) => inDemoZone(new Date(moment.getTime() - days * day)).date

/** A date of birth for a person who reached this age at least a month ago. */
function bornFor(age: number, index: number, now: Date): string {
  const [year, ...monthAndDay] = dayBefore(now, 40 + ((index * 37) % 280)).split('-')
  return [Number(year) - age, ...monthAndDay].join('-').replace('-02-29', '-02-28')
}

const numberOf = (prefix: string, index: number) => `${prefix}${String(10_001 + index)}`

/** The patients of dictations come first: those of the first facility, which has every other patient. */
export const patientOfJob = (jobIndex: number) => numberOf('HS', jobIndex * facilities)

/**
 * Synthetic patients, the same at every start except for their ages, which fit their dictations; no real person has
 * these names and dates.
 */
export function demoPatients(count: number, prefix: 'HS' | 'NG', now: Date) {
  const taken = new Set<string>()
  return Array.from({ length: count }, (_, index) => {
    const two = (value: number) => String(value).padStart(2, '0')
    const turn = Math.floor(index / facilities)
    const job = prefix === 'HS' && index % facilities === 0 ? demoJobs[turn] : undefined
    const gender = job?.patient.gender ?? (turn % 2 === 0 ? 'Female' : 'Male')
    const firstNames = gender === 'Female' ? women : men
    const firstName = firstNames[(turn * 3 + Math.floor(turn / 10)) % firstNames.length]!
    let family = Math.floor(index / 20) + index * 3
    while (taken.has(`${firstName} ${family % lastNames.length}`)) family += 1
    taken.add(`${firstName} ${family % lastNames.length}`)
    return {
      firstName,
      lastName: lastNames[family % lastNames.length]!,
      birthDate: bornFor(job?.patient.age ?? 18 + ((index * 17) % 75), index, now),
      gender,
      medicalRecordNumber: numberOf(prefix, index),
      bedId: `${1 + (index % 4)}${two(1 + (index % 20))}-${index % 2 === 0 ? 'A' : 'B'}`,
      admissionDate: job ? inDemoZone(timeOf(job, now, job.minutesAgo)).date : dayBefore(now, 1 + (index % 19)),
    }
  })
}
