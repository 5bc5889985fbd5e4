export { newId } from '@dictara/contract/new-id'
