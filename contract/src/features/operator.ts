import * as z from 'zod/mini'
import { defineCalls } from '../call.ts'
import { id, idOf, searchValue } from '../shapes.ts'
import { ClinicCounts } from './dashboards.ts'
import { FacilityCard, FacilityDetails } from './facilities.ts'

/** Why somebody of the operator looks into a clinic; stored with what they looked at (controls.md S15). */
export const reasons = ['ROUTINE', 'SUPPORT', 'BILLING', 'INCIDENT'] as const
export type Reason = (typeof reasons)[number]

const reason = z.prefault(z.enum(reasons, { error: 'Choose one of the reasons.' }), 'ROUTINE')

/** A person who runs a clinic, for selection (DASH-12). */
export const ClinicAdmin = z.object({ id, fullName: z.string(), email: z.string() })
export type ClinicAdmin = z.output<typeof ClinicAdmin>

/** A clinic as the operator sees it: counts and facilities, no patient data. */
export const TenantDashboard = z.extend(ClinicCounts, {
  clinicName: z.string(),
  facilities: z.array(FacilityCard),
  /** The content of each facility's modal, since a facility of another clinic cannot be requested. */
  details: z.array(FacilityDetails),
})
export type TenantDashboard = z.output<typeof TenantDashboard>

/** The most that are offered at once; a search finds the others. */
export const mostClinicAdmins = 100

/** The two reads that only the superAdmin flag allows (Q178). They use their own door. */
export const operatorCalls = defineCalls({
  listClinicAdmins: {
    method: 'GET',
    path: '/clinic/superadmin/clinic-admins',
    summary: 'The clinic admins by name, with a search by name and email.',
    callers: ['superAdmin'],
    kind: 'in-steps',
    query: z.object({ searchValue, reason }),
    result: ClinicAdmin,
    example: {},
  },
  getTenantDashboard: {
    method: 'GET',
    path: '/clinic/superadmin/tenant-dashboard',
    summary: 'The counts and facilities of a clinic admin’s clinic.',
    callers: ['superAdmin'],
    stepUp: true,
    kind: 'in-steps',
    query: z.object({ userId: idOf('none'), reason }),
    result: TenantDashboard,
    example: { query: { userId: '$user' } },
  },
})
