const firstNames =
  'Amara Ben Chloe Diego Elif Farid Greta Hiro Ines Jonas Kavya Liam Maya Noah Oksana Paolo Quinn Rosa Sven Thandi'.split(
    ' ',
  )
const lastNames =
  'Abbott Bauer Castillo Dubois Eriksen Fischer Gupta Haddad Ivanova Jansen Kowalski Lopez Mbeki Nakamura O’Brien Petrov Quist Rossi Smith Tanaka'.split(
    ' ',
  )

export type DemoPatient = ReturnType<typeof demoPatients>[number]

/** Synthetic patients, the same at every start; nobody of these names and dates exists. */
export function demoPatients(count: number, prefix: string) {
  return Array.from({ length: count }, (_, index) => {
    const year = 1935 + ((index * 17) % 80)
    const month = 1 + ((index * 7) % 12)
    const day = 1 + ((index * 11) % 28)
    const two = (value: number) => String(value).padStart(2, '0')
    return {
      firstName: firstNames[index % firstNames.length]!,
      lastName: lastNames[Math.floor(index / firstNames.length + index * 3) % lastNames.length]!,
      birthDate: `${year}-${two(month)}-${two(day)}`,
      gender: index % 2 === 0 ? 'Female' : 'Male',
      medicalRecordNumber: `${prefix}${String(10_001 + index)}`,
      bedId: `${1 + (index % 4)}${two(1 + (index % 20))}-${index % 2 === 0 ? 'A' : 'B'}`,
      admissionDate: `2026-11-${two(1 + (index % 19))}`,
    }
  })
}
