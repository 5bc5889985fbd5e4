import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { superviseServer } from './start/supervisor.ts'

const program = ['main.js', 'main.ts'].map((name) => join(import.meta.dirname, name)).find(existsSync)!
process.exitCode = await superviseServer(program, (text) => console.error(text))
// A terminal that stands still keeps nobody.
setTimeout(() => process.exit(), 2_000).unref()
