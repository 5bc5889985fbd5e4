import type { UserType } from '@dictara/contract'

export const auditTabs = { 1: 'Users', 2: 'Jobs', 3: 'Facilities' } as const
export type AuditTab = keyof typeof auditTabs

/** The tabs of a person, the one that opens first at the front (AUD-01, AUD-02). */
export const tabsOf = (userType: UserType): readonly AuditTab[] => (userType === 'doctor' ? [2] : [1, 2, 3])

/** The tab that an address names, or the first that the person has. */
export function tabIn(address: URLSearchParams, userType: UserType): AuditTab {
  const tabs = tabsOf(userType)
  return tabs.find((tab) => String(tab) === address.get('tab')) ?? tabs[0]!
}
