import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

/** `npm run bench [name …]`: runs the benchmarks in turn; each prints our figure, its limit and the ratio. */
const all = [
  'page-weight',
  'layout-shift',
  'upload',
  'typing',
  'phrases-typing',
  'lost-keys',
  'job-list',
  'job-search',
  'patients',
  'next-job',
  'homes',
  'audit',
  'payments',
  'complete-next',
  'notifications',
  'collections',
  'conversion',
  'phrases-conversion',
  'written-form',
  'inference',
  'hl7',
  'mllp',
  'hl7-import',
  'spoken-phrases',
  'lying-heads',
  'silence-words',
  'speech-accuracy',
] as const
const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !(all as readonly string[]).includes(name))
if (unknown.length > 0) {
  process.stderr.write(`There is no benchmark ${unknown.join(', ')}; there are ${all.join(', ')}.\n`)
  process.exit(2)
}
let failed = 0
for (const name of asked.length > 0 ? asked : all) {
  process.stdout.write(`\n== ${name}\n`)
  const { status } = spawnSync(process.execPath, [join(import.meta.dirname, `${name}.ts`)], { stdio: 'inherit' })
  if (status !== 0) failed += 1
}
process.exit(failed === 0 ? 0 : 1)
