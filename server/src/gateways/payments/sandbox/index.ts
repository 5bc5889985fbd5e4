export { type CardBehaviour, sandboxCards } from './cards.ts'
export { sandboxKeys } from './keys.ts'
export { type Sandbox, type SandboxOptions, startSandbox } from './sandbox.ts'
