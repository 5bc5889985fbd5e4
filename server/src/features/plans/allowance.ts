import { type PlanCode, planOf } from '@dictara/contract/plans'
import type { LimitsByPlan } from '../../platform/plan-limits.ts'

/** The plan of a facility, as its row says. */
export interface HeldPlan {
  plan: PlanCode
  /** The last day on which it can be used (`yyyy-mm-dd`); null: no end. */
  planEndDate: string | null
}

/** What a facility may do with its plan. Nothing of it concerns jobs that exist: they are never locked (Q153). */
export interface Allowance {
  /** No new dictations, roster entries and inference. */
  hasExpired: boolean
  /** Facts are read out of notes. */
  hasInference: boolean
  /** Key to phrases of one author; null: no limit. */
  phrases: number | null
  /** Dictation templates of one author; null: no limit. */
  templates: number | null
  /** Seconds of dictation left in the current period; null: not limited. At 0 nothing is dictated. */
  secondsLeft: number | null
}

/**
 * What a plan allows (Q079, Q080, Q130, Q153, Q154).
 * @param used seconds dictated in the current period
 * @param today the day at the facility, `yyyy-mm-dd`
 */
export function allowanceOf(
  { plan, planEndDate }: HeldPlan,
  used: { seconds: number },
  today: string,
  limits: LimitsByPlan = {},
): Allowance {
  const { cannedTextsLimit, accessInferenceService } = planOf(plan)
  const { seconds, templates } = limits[plan] ?? {}
  const hasExpired = planEndDate !== null && today > planEndDate
  return {
    hasExpired,
    hasInference: !hasExpired && accessInferenceService,
    phrases: cannedTextsLimit,
    templates: templates ?? null,
    secondsLeft: seconds === undefined ? null : Math.max(0, seconds - used.seconds),
  }
}
