export { type CardBehaviour, sandboxCards } from './cards.ts'
export { controlPath, type SandboxCommand } from './control.ts'
export { sandboxKeys } from './keys.ts'
export { type Sandbox, type SandboxOptions, startSandbox } from './sandbox.ts'
