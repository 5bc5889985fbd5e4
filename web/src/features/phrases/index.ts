export { AvailableFields } from './available-fields.tsx'
export { CategorySelect } from './category-select.tsx'
export { isEmptyPhrase } from './phrase-values.ts'
