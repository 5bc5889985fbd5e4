import type { Doors } from '../../platform/database/index.ts'
import type { LimitsByPlan } from '../../platform/plan-limits.ts'
import { endUnlimited, makeUnlimited } from '../facilities/index.ts'
import { savePaymentSetting } from './plans.store.ts'

/** What an installation asks of its facilities. */
export interface PlanSettings {
  /** They have to pay for a plan. Otherwise nothing is limited, and nothing ends. */
  isOn: boolean
  trialDays: number
  limits: LimitsByPlan
}

/** Puts the plans of all facilities in line with the settings, at the start of the server, before it answers anybody. */
export const settlePlans = (doors: Doors, { trialDays, ...setting }: PlanSettings): Promise<void> =>
  doors.asSystem('put plans in line with the settings', async (work) => {
    await savePaymentSetting(work, setting)
    if (setting.isOn) await endUnlimited(work, trialDays)
    else await makeUnlimited(work)
  })
