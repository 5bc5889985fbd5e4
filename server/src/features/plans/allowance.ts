import { type PlanCode, planOf } from '@dictara/contract/plans'

/** The plan of a facility, as its row says. */
export interface HeldPlan {
  plan: PlanCode
  /** The last day on which it can be used (`yyyy-mm-dd`); null: no end. */
  planEndDate: string | null
}

/** Limits of a plan that only the operator of an installation knows (Q080, Q154); null or absent: not limited. */
export interface PlanLimits {
  seconds?: number | null
  templates?: number | null
}
export type LimitsByPlan = Partial<Record<PlanCode, PlanLimits>>

/** What a facility may do with its plan. Nothing of it concerns jobs that exist: they are never locked (Q153). */
export interface Allowance {
  /** New dictations and roster entries can be made. */
  isUsable: boolean
  /** Facts are read out of notes. */
  hasInference: boolean
  /** Key to phrases of one author; null: no limit. */
  phrases: number | null
  /** Dictation templates of one author; null: no limit. */
  templates: number | null
  /** Seconds of dictation left in the current period; null: not limited. */
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
  const { seconds = null, templates = null } = limits[plan] ?? {}
  const isRunning = planEndDate === null || today <= planEndDate
  const secondsLeft = seconds === null ? null : Math.max(0, seconds - used.seconds)
  return {
    isUsable: isRunning && secondsLeft !== 0,
    hasInference: isRunning && accessInferenceService,
    phrases: cannedTextsLimit,
    templates,
    secondsLeft,
  }
}
