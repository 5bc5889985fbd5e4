import type { UserType } from '@dictara/contract'
import { managers } from '@dictara/contract/roles'

/** A signed-in area: path below /dashboard, page title, and who may open it (SHELL-03 to SHELL-26). */
interface Area {
  path: string
  title: string
  roles: readonly UserType[]
}

/** Areas that this version does not have yet. Their routes, guards and titles exist already. */
export const areasToCome: readonly Area[] = [
  { path: 'billing', title: 'Billing', roles: managers },
  { path: 'billing/manage-cards', title: 'Manage Cards', roles: managers },
  { path: 'billing/payment-logs', title: 'Payment Logs', roles: managers },
  { path: 'billing/manage-subscription', title: 'Manage Subscription', roles: managers },
]
