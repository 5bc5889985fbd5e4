import { offeredPlans, type PlanCode } from '@dictara/contract/plans'
import { BadSetting } from './setting-values.ts'

/** Limits of a plan that only the operator of an installation knows (Q080, Q154); absent: not limited. */
export interface PlanLimits {
  /** Of dictation in a period. */
  seconds?: number
  /** Of one author. */
  templates?: number
}
export type LimitsByPlan = Partial<Record<PlanCode, PlanLimits>>

const names = offeredPlans.map(({ code }) => code.toLowerCase())
const most = 1_000_000_000

/** Reads limits such as `essentials.seconds=36000, essentials.templates=20`. */
export function readPlanLimits(text: string): LimitsByPlan {
  const limits: LimitsByPlan = {}
  for (const one of text.split(/[\s,]+/).filter(Boolean)) {
    const [, name = '', what, value] = /^([\w-]+)\.(\w+)=(\d+)$/.exec(one) ?? []
    const plan = name.toLowerCase().replaceAll('-', '_')
    if (what === undefined)
      throw new BadSetting(
        `must be a list such as essentials.seconds=36000, essentials.templates=20; “${one}” can’t be read`,
      )
    if (!names.includes(plan)) throw new BadSetting(`names the plan “${name}”; there are ${names.join(', ')}`)
    if (what !== 'seconds' && what !== 'templates')
      throw new BadSetting(`limits “${what}”; it can limit seconds and templates`)
    if (Number(value) > most) throw new BadSetting(`has a limit above ${most.toLocaleString('en')}`)
    const ofPlan = (limits[plan.toUpperCase() as PlanCode] ??= {})
    if (what in ofPlan) throw new BadSetting(`sets ${plan}.${what} twice`)
    ofPlan[what] = Number(value)
  }
  return limits
}
