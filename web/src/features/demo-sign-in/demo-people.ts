import { call } from '@dictara/browser/call'
import { type DemoPerson, demoSignInCalls } from '@dictara/contract/demo-sign-in'
import { useEffect, useState } from 'react'
import { userTypeWords } from '@dictara/contract/user-type-words'

const order = ['doctor', 'transcriptionist', 'reviewer', 'biller', 'clinicAdmin', 'admin', 'dictaraGod'] as const

/** The role of a person of the demo. A doctor whose notes others type comes first. */
export const roleOf = ({ userType, userPrivilege }: DemoPerson): string =>
  userType === 'doctor' && userPrivilege !== 'NONE' ? 'Doctor who types' : userTypeWords[userType]

const placeOf = (person: DemoPerson) =>
  order.indexOf(person.userType) + (roleOf(person) === 'Doctor who types' ? 0.5 : 0)

/**
 * The people as whom one can sign in to the demo, in the order in which a dictation reaches them. Empty until they are
 * loaded.
 */
export function useDemoPeople(): DemoPerson[] {
  const [people, setPeople] = useState<DemoPerson[]>([])
  useEffect(() => {
    call(demoSignInCalls.listDemoPeople, {}, { handler: false }).then(
      ({ result }) => setPeople(result.toSorted((one, other) => placeOf(one) - placeOf(other))),
      () => {},
    )
  }, [])
  return people
}

/** Signs in as a person of the demo, without a password (Q212). */
export const signInToDemo = async (userId: string) =>
  (await call(demoSignInCalls.signInToDemo, { body: { userId } }, { handler: false })).result[0]
