import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readChecklist } from './requirements.ts'

/** `node tools/src/copy-requirements.ts CHECKLIST`: renews the repository's copy of the checklist. */
const rows = readChecklist(readFileSync(process.argv[2]!, 'utf8'))
writeFileSync(join(import.meta.dirname, '../requirements.tsv'), rows.map(({ id, text }) => `${id}\t${text}\n`).join(''))
console.log(`${rows.length} requirements copied.`)
