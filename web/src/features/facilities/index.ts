export { FacilitiesFailed, useFacilities } from './use-facilities.tsx'
