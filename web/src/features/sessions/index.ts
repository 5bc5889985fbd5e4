export { SignedIn } from './signed-in.tsx'
