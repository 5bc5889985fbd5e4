export { UnsentNotice } from './lazy-notice.tsx'
