import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { checkImports } from './check-imports.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'dictara-arrows-'))
})
afterEach(() => rmSync(root, { recursive: true }))

function plant(files: Record<string, string>) {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(root, dirname(path)), { recursive: true })
    writeFileSync(join(root, path), `${text}\n`)
  }
  return checkImports(root)
}

const allowed: Record<string, string> = {
  'contract/src/features/jobs.ts': "import * as z from 'zod/mini'\nimport { call } from '../call.ts'",
  'dictation/src/index.ts': "export { write } from './write.ts'",
  'hl7/src/index.ts': "export { parse } from './parse.ts'",
  'browser/src/call.ts': "import { Job } from '@dictara/contract/jobs'\nimport { openDB } from 'idb'",
  'recorder/src/app.tsx': "import { call } from '@dictara/browser/call'",
  'web/src/app/router.tsx': "export const page = () => import('../features/jobs/jobs-page.tsx')",
  'web/src/features/jobs/jobs-page.tsx':
    "import { NoteEditor } from '../../editor/note-editor.tsx'\nimport { doctors } from '../people/index.ts'\nimport './jobs.css'",
  'web/src/features/notes/desk/page.tsx': "import { save } from '../saving/save.ts'\nimport './page.css'",
  'web/src/editor/align.ts': "import { align } from '@dictara/dictation'",
  'server/src/app.ts':
    "import { jobs } from './features/jobs/index.ts'\nimport { whisper } from './gateways/speech/whisper.ts'",
  'server/src/features/jobs/jobs.store.ts': "export const put = (db) => db.insertInto('jobs').execute()",
  'server/src/features/notes/save.ts':
    "import {\n  jobs,\n} from '../jobs/index.ts'\nimport { speech } from '../../gateways/speech/index.ts'\nimport { write } from '@dictara/dictation'",
  'server/src/features/notes/save.test.ts':
    "import pg from 'pg'\nimport { aJob } from '../jobs/jobs.fixtures.ts'\ndb.insertInto('notes')",
  'server/src/features/feeds/receive.ts': "import { parse } from '@dictara/hl7'",
  'server/src/platform/database/doors.ts': "import pg from 'pg'",
}

const planted: [what: string, path: string, text: string, breach: string][] = [
  ['a package in the contract', 'contract/src/a.ts', "import dayjs from 'dayjs'", 'dayjs'],
  [
    'a file of the notes that imports from a higher subfolder',
    'web/src/features/notes/saving/a.ts',
    "import { x } from '../desk/b.ts'",
    'web/src/features/notes/desk/b.ts',
  ],
  [
    'a file of the notes outside any subfolder',
    'web/src/features/notes/a.ts',
    "import { x } from './keys/b.ts'",
    'web/src/features/notes/keys/b.ts',
  ],
  [
    'the browser in the contract',
    'contract/src/a.ts',
    "import { x } from '@dictara/browser/call'",
    'browser/src/call.ts',
  ],
  ['I/O in the dictation', 'dictation/src/a.ts', "import { readFile } from 'node:fs/promises'", 'node:fs/promises'],
  [
    'the contract in the dictation',
    'dictation/src/a.ts',
    "import { x } from '@dictara/contract'",
    'contract/src/contract.ts',
  ],
  ['I/O in the reading of HL7', 'hl7/src/a.ts', "import { connect } from 'node:net'", 'node:net'],
  [
    'the contract in the reading of HL7',
    'hl7/src/a.ts',
    "import { x } from '@dictara/contract'",
    'contract/src/contract.ts',
  ],
  ['HL7 in the web', 'web/src/app/a.ts', "import { parse } from '@dictara/hl7'", 'hl7/src/index.ts'],
  [
    'the web in the recorder',
    'recorder/src/a.ts',
    "import { x } from '../../web/src/ui/table.tsx'",
    'web/src/ui/table.tsx',
  ],
  [
    'a feature in web/ui',
    'web/src/ui/a.tsx',
    "import { x } from '../features/jobs/index.ts'",
    'web/src/features/jobs/index.ts',
  ],
  [
    'a feature in the editor',
    'web/src/editor/a.ts',
    "import { x } from '../features/jobs/index.ts'",
    'web/src/features/jobs/index.ts',
  ],
  [
    'the server in the web',
    'web/src/app/a.ts',
    "import { x } from '../../../server/src/platform/log.ts'",
    'server/src/platform/log.ts',
  ],
  [
    'an internal file of another web feature',
    'web/src/features/a/a.tsx',
    "import { x } from '../b/table.tsx'",
    'web/src/features/b/table.tsx',
  ],
  [
    'an internal file of another server feature',
    'server/src/features/a/a.ts',
    "import { x } from '../b/b.store.ts'",
    'server/src/features/b/b.store.ts',
  ],
  [
    'an internal file imported over several lines',
    'server/src/features/a/a.ts',
    "import {\n  x,\n} from '../b/b.store.ts'",
    'server/src/features/b/b.store.ts',
  ],
  [
    'an internal file that is re-exported',
    'server/src/features/a/index.ts',
    "export { x } from '../b/b.store.ts'",
    'server/src/features/b/b.store.ts',
  ],
  [
    'an internal file in a dynamic import',
    'server/src/features/a/a.ts',
    "  const b = await import('../b/b.store.ts')",
    'server/src/features/b/b.store.ts',
  ],
  [
    'an adapter in a feature',
    'server/src/features/a/a.ts',
    "import { x } from '../../gateways/speech/whisper.ts'",
    'server/src/gateways/speech/whisper.ts',
  ],
  [
    'a feature in a gateway',
    'server/src/gateways/ehr/a.ts',
    "import { x } from '../../features/jobs/index.ts'",
    'server/src/features/jobs/index.ts',
  ],
  [
    'a feature in the platform',
    'server/src/platform/a.ts',
    "import { x } from '../features/jobs/index.ts'",
    'server/src/features/jobs/index.ts',
  ],
  [
    'a feature in main',
    'server/src/main.ts',
    "import { x } from './features/jobs/index.ts'",
    'server/src/features/jobs/index.ts',
  ],
  ['the app in a feature', 'server/src/features/a/a.ts', "import { x } from '../../app.ts'", 'server/src/app.ts'],
  [
    'a test tool in a feature',
    'server/src/features/a/a.ts',
    "import { x } from '../../testing/test-server.ts'",
    'server/src/testing/test-server.ts',
  ],
  ['a pool in a feature', 'server/src/features/a/a.ts', "import type pg from 'pg'", 'pg'],
]

describe('the import check', () => {
  it('accepts what the architecture allows', () => {
    expect(plant(allowed)).toEqual({ files: Object.keys(allowed).length, breaches: [] })
  })

  it.each(planted)('reports %s', (_, path, text, breach) => {
    expect(plant({ [path]: text }).breaches).toEqual([`${path} may not import ${breach}`])
  })

  it.each([
    'db.insertInto(table)',
    "db\n  .updateTable('jobs')",
    "db.deleteFrom('jobs')",
    "db.selectFrom('jobs')",
    'sql<Row>`select 1`',
  ])('reports SQL outside a store: %s', (text) => {
    const path = 'server/src/features/a/start-review.ts'
    expect(plant({ [path]: text }).breaches).toEqual([`${path} holds SQL, which belongs into a .store.ts`])
  })

  it('reports features that import each other over any number of steps', () => {
    const found = plant({
      'server/src/features/a/index.ts': "import { b } from '../b/index.ts'",
      'server/src/features/b/b.ts': "import { c } from '../c/index.ts'",
      'server/src/features/b/index.ts': 'export const b = 1',
      'server/src/features/c/index.ts': "import { a } from '../a/a.ts'",
      'server/src/features/d/d.ts': "import { a } from '../a/index.ts'",
    })
    expect(found.breaches).toContain(
      'a circle of features: server/src/features/a/ ↔ server/src/features/b/ ↔ server/src/features/c/',
    )
    expect(found.breaches.filter((breach) => breach.startsWith('a circle of files'))).toEqual([])
  })

  it.each([
    ['a value', "import { port } from './index.ts'"],
    ['a type', "import type { Port } from './index.ts'"],
    ['a type among values', "import {\n  type Port,\n} from './index.ts'"],
    ['a dynamic import', "const port = await import('./index.ts')"],
  ])('reports two files that import each other by %s', (_, text) => {
    const found = plant({
      'server/src/gateways/ehr/index.ts': "export { ehr } from './ehr.ts'",
      'server/src/gateways/ehr/ehr.ts': text,
    })
    expect(found.breaches).toEqual([
      'a circle of files: server/src/gateways/ehr/ehr.ts ↔ server/src/gateways/ehr/index.ts',
    ])
  })

  it.each([
    "db.insertInto('jobComments')",
    "db\n  .deleteFrom('jobComments as c')",
    "db.updateTable('jobComments')",
    'sql`insert into job_comments (id) values (1)`',
    'sql`delete from job_comments where id = 1`',
    'sql`update job_comments set level = null`',
    'sql`with old as (select 1)\n  update job_comments c\n  set level = null`',
    'client.query(\'UPDATE "job_comments" SET level = null\')',
  ])('reports a second feature that writes a table: %s', (text) => {
    const found = plant({
      'server/src/features/a/a.store.ts': "db.insertInto('jobComments')",
      'server/src/features/b/b.store.ts': text,
    })
    expect(found.breaches).toEqual([
      'the table job_comments is written by server/src/features/a/ and server/src/features/b/',
    ])
  })

  it.each([
    "db.selectFrom('jobs')",
    'sql`select from jobs where id = 1 for update`',
    "db.insertInto('others').onConflict((on) => on.doUpdateSet({ jobs: 1 }))",
    'sql`insert into others (id) values (1) on conflict do update set jobs = 1`',
  ])('lets a second feature read and lock rows of a table: %s', (text) => {
    const found = plant({
      'server/src/features/a/a.store.ts': "db.insertInto('jobs')",
      'server/src/features/b/b.store.ts': text,
    })
    expect(found.breaches).toEqual([])
  })

  it('reads the real files of the project, and reports 0 files if there are none', () => {
    expect(checkImports(resolve(import.meta.dirname, '../..')).files).toBeGreaterThan(100)
    expect(plant({}).files).toBe(0)
  })
})
