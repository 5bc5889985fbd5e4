export { FacilityChoice } from './facility-choice.tsx'
export { FacilityCards } from './facility-cards.tsx'
export { useFacilityCards } from './use-facility-cards.ts'
export { FacilitiesFailed, useFacilities } from './use-facilities.tsx'
