export { GettingStarted, useIsNewClinic } from './getting-started.tsx'
