export type { Collection, CollectionItem, CollectionPage, ImportChoices } from './collection.ts'
export { CollectionBoard } from './collection-board.tsx'
export { ImportModal } from './import-modal.tsx'
export { useMoves } from './use-moves.ts'
