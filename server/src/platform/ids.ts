export { idForm, newId } from '@dictara/contract/new-id'
