export { useFactors } from './factor-queries.ts'
export { SecondFactor } from './second-factor.tsx'
