export { type Allowance, allowanceOf, type HeldPlan } from './allowance.ts'
export { addDays, addMonths } from './periods.ts'
export { findAllowance, findDictated, listAllowances, listRunning } from './plans.store.ts'
export { settlePlans } from './settle-plans.ts'
