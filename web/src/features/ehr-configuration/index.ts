export { ConfigurationOf } from './facility-page.tsx'
