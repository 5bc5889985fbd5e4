/** A plan that a facility can have. UNLIMITED is for installations without payments, and is never offered. */
export const planCodes = ['TRIAL', 'STANDARD', 'STANDARD_ANNUAL', 'ESSENTIALS', 'UNLIMITED'] as const
export type PlanCode = (typeof planCodes)[number]

/** What every plan is compared by (PRICE-05 to PRICE-09). */
export const planFeatures = {
  unlimitedDictations: 'Unlimited dictations',
  templates: 'Customizable dictation templates',
  phrases: 'Key to phrase',
  inference: 'AI inferencing and transcription',
  ehr: 'Integration with a point-of-care EHR (may cost extra)',
} as const
export type PlanFeature = keyof typeof planFeatures

export interface Plan {
  code: PlanCode
  /** Its id on the wire (PRICE-12, BILL-26). */
  id: number
  title: string
  /** Price of one period, in cents of `currencyCode`. */
  amountCents: number
  currencyCode: 'USD'
  type: 'trial' | 'monthly' | 'annual'
  /** Months of a period; 0: it has none. */
  interval: number
  /** How long a period is, in words. */
  duration: string
  features: readonly PlanFeature[]
  /** Key to phrases that an author may have; null: no limit (Q079). */
  cannedTextsLimit: number | null
  accessInferenceService: boolean
}

const everything = Object.keys(planFeatures) as PlanFeature[]
const usd = 'USD' as const

/** The plans in the order in which they are compared (PRICE-01 to PRICE-04). */
export const offeredPlans = [
  {
    code: 'TRIAL',
    id: 0,
    title: 'Free trial',
    amountCents: 0,
    currencyCode: usd,
    type: 'trial',
    interval: 0,
    duration: 'Trial',
    features: everything,
    cannedTextsLimit: null,
    accessInferenceService: true,
  },
  {
    code: 'STANDARD',
    id: 1,
    title: 'Standard',
    amountCents: 7_500,
    currencyCode: usd,
    type: 'monthly',
    interval: 1,
    duration: 'Month',
    features: everything,
    cannedTextsLimit: null,
    accessInferenceService: true,
  },
  {
    code: 'STANDARD_ANNUAL',
    id: 2,
    title: 'Standard annual',
    amountCents: 81_000,
    currencyCode: usd,
    type: 'annual',
    interval: 12,
    duration: '12 months',
    features: everything,
    cannedTextsLimit: null,
    accessInferenceService: true,
  },
  {
    code: 'ESSENTIALS',
    id: 3,
    title: 'Essentials',
    amountCents: 4_500,
    currencyCode: usd,
    type: 'monthly',
    interval: 1,
    duration: 'Month',
    features: everything.filter((feature) => feature !== 'unlimitedDictations'),
    cannedTextsLimit: 4,
    accessInferenceService: true,
  },
] as const satisfies readonly Plan[]

/** The plan of every facility where payments are off: nothing is limited. */
export const unlimitedPlan: Plan = {
  code: 'UNLIMITED',
  id: -1,
  title: 'Unlimited',
  amountCents: 0,
  currencyCode: usd,
  type: 'trial',
  interval: 0,
  duration: '',
  features: everything,
  cannedTextsLimit: null,
  accessInferenceService: true,
}

export const planOf = (code: PlanCode): Plan => offeredPlans.find((plan) => plan.code === code) ?? unlimitedPlan
