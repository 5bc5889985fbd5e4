export { signInToDemo } from './demo-people.ts'
export { LookAround } from './look-around.tsx'
