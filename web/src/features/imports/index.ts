export { type Imported, ImportPage } from './import-page.tsx'
