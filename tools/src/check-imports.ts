import { resolve } from 'node:path'
import { findCircles, isTest, readSources, type Source } from './sources.ts'

/** The imports allowed between zones (architecture.md section 3). A file belongs to the first zone whose folder matches. */
const zones: [folder: string, mayEnter: string[], packages?: string[]][] = [
  ['contract/src/', ['contract/src/'], ['zod', 'zod/mini']],
  ['dictation/src/', ['dictation/src/'], []],
  ['hl7/src/', ['hl7/src/'], []],
  ['browser/src/', ['browser/src/', 'contract/src/']],
  ['recorder/src/', ['recorder/src/', 'browser/src/', 'contract/src/', 'dictation/src/']],
  [
    'web/src/features/',
    ['web/src/editor/', 'web/src/ui/', 'web/src/platform/', 'browser/src/', 'contract/src/', 'dictation/src/'],
  ],
  ['web/src/editor/', ['web/src/editor/', 'browser/src/', 'contract/src/', 'dictation/src/']],
  ['web/src/ui/', ['web/src/ui/', 'browser/src/', 'contract/src/']],
  ['web/src/platform/', ['web/src/platform/', 'browser/src/', 'contract/src/']],
  ['web/src/', ['web/src/', 'browser/src/', 'contract/src/']],
  ['server/src/features/', ['server/src/platform/', 'contract/src/', 'dictation/src/', 'hl7/src/']],
  ['server/src/gateways/', ['server/src/platform/', 'contract/src/', 'dictation/src/', 'hl7/src/']],
  ['server/src/platform/', ['server/src/platform/', 'contract/src/']],
  ['server/src/', ['server/src/', 'contract/src/', 'dictation/src/', 'hl7/src/']],
]
/** The subfolders of large features in order: each imports only from itself and those before it. */
const rooms: Record<string, readonly string[]> = {
  'web/src/features/notes/': ['keys', 'reading', 'sound', 'saving', 'text', 'phrases', 'review', 'job', 'desk'],
}
/** Separate programs, which may import anything and are imported by nothing. */
const programs = /^(server\/src\/testing|e2e|bench|tools)\//
const mayHoldSql = /\.store\.ts$|^server\/src\/(platform|demo|testing)\/|^(bench|e2e)\//
const sqlPattern = /\.(insertInto|updateTable|deleteFrom|mergeInto|selectFrom)\(|\bsql(<[^`]*>)?`/
/** Tables written by the query builder or by an SQL statement. `update` must be followed by `set`, unlike in `for update`. */
const writePatterns = [
  /\.(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*'(\w+)/g,
  /\b(?:insert\s+into|delete\s+from|merge\s+into)\s+"?(\w+)/gi,
  /\bupdate\s+(?:only\s+)?"?(\w+)"?(?:\s+(?:as\s+)?\w+)?\s+set\b/gi,
]

/** The tables that a source file writes, by their database names. */
const tablesWritten = (text: string) =>
  writePatterns
    .flatMap((pattern) => [...text.matchAll(pattern)])
    .map(([, table]) => table!.replaceAll(/(?<=.)[A-Z]/g, (letter) => `_${letter}`).toLowerCase())

/** Whether an import within a feature stays in its subfolder or goes down; the feature's index may import from each. */
function staysBelow(feature: string, path: string, name: string): boolean {
  const order = rooms[feature]
  const level = (file: string) => order!.indexOf(file.slice(feature.length).split('/')[0]!)
  return !order || path === `${feature}index.ts` || (level(name) >= 0 && level(name) <= level(path))
}

const partOf = (path: string) => /^(?:server|web)\/src\/(?:features|gateways)\/[^/]+\//.exec(path)?.[0]
const isPackage = (name: string) => !/\.(tsx?|css|json)$/.test(name)

function mayImport({ path }: Source, name: string): boolean {
  const zone = zones.find(([folder]) => path.startsWith(folder))
  if (!zone) return true
  const [, mayEnter, packages] = zone
  if (isPackage(name)) {
    // The queue prepares its tables as their owner; its connections are pg-boss's.
    if (/^pg($|[-/]pool)/.test(name)) return /^server\/src\/platform\/(database|tasks)\//.test(path)
    return packages?.includes(name) ?? true
  }
  const [own, other] = [partOf(path), partOf(name)]
  if (own && own === other) return staysBelow(own, path, name)
  // Features and gateways are entered through their index only, except by app.ts and by the router that loads pages lazily.
  if (other && own)
    return path.includes('/features/') && name === `${other}index.ts` && other.split('/')[0] === own.split('/')[0]
  if (other?.startsWith('server/src/features/') && !/^server\/src\/(app\.ts|demo\/|commands\/)/.test(path)) return false
  if (other?.startsWith('web/src/features/') && !path.startsWith('web/src/app/')) return false
  return mayEnter.some((folder) => name.startsWith(folder)) && !programs.test(name)
}

/** Describes every breach of the import rules below `root`, and counts the files read. */
export function checkImports(root: string): { files: number; breaches: string[] } {
  const sources = readSources(root)
  const breaches: string[] = []
  const features = new Map<string, Set<string>>()
  const writers = new Map<string, Set<string>>()
  for (const source of sources) {
    const { path, text, imports } = source
    // Tests and their fixtures may import anything.
    if (isTest(path) || programs.test(path) || /\.fixtures\.tsx?$|\/testing\//.test(path)) continue
    for (const name of imports) if (!mayImport(source, name)) breaches.push(`${path} may not import ${name}`)
    if (path.startsWith('server/') && !mayHoldSql.test(path) && sqlPattern.test(text))
      breaches.push(`${path} holds SQL, which belongs into a .store.ts`)
    const feature = partOf(path)
    if (!feature) continue
    for (const other of imports.map(partOf))
      if (other && other !== feature) features.set(feature, (features.get(feature) ?? new Set()).add(other))
    for (const table of tablesWritten(text)) writers.set(table, (writers.get(table) ?? new Set()).add(feature))
  }
  for (const circle of findCircles(new Map(sources.map(({ path, imports }) => [path, new Set(imports)]))))
    breaches.push(`a circle of files: ${circle.join(' ↔ ')}`)
  for (const circle of findCircles(features)) breaches.push(`a circle of features: ${circle.join(' ↔ ')}`)
  for (const [table, owners] of writers)
    if (owners.size > 1) breaches.push(`the table ${table} is written by ${[...owners].join(' and ')}`)
  return { files: sources.length, breaches }
}

if (import.meta.main) {
  const { files, breaches } = checkImports(resolve(import.meta.dirname, '../..'))
  for (const breach of breaches) console.error(`  ${breach}`)
  console.log(`Import arrows: ${files} files read, ${breaches.length} breaches.`)
  if (files === 0) console.error('No file was read: this check sees nothing.')
  if (files === 0 || breaches.length > 0) process.exitCode = 1
}
