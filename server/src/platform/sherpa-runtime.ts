import { createRequire } from 'node:module'

/** How a program ends where sherpa-onnx has no binary for this computer. */
export const noRuntime = 69

/**
 * The native part of sherpa-onnx. It may end its process, so only a program of its own opens it; without a binary for this computer
 * that program says why on standard error and ends with `noRuntime`.
 */
export function openSherpaRuntime(): unknown {
  try {
    return createRequire(import.meta.url)('sherpa-onnx-node')
  } catch (error) {
    process.stderr.write(`${(error as Error).message.split('\n')[0]}\n`)
    return process.exit(noRuntime)
  }
}
