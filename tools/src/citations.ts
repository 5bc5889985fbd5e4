import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

export interface SourceText {
  /** From the root of the repository. */
  path: string
  text: string
}

/** Kinds of numbers, each with the page that has a row per number. */
const numbered = [
  { number: /\bQ\d{3}\b/g, page: 'docs/rules/decisions.md' },
  { number: /(?<![-\d])\bT(?:2[0-5]|1\d|[1-9])[ab]?\b/g, page: 'docs/rules/job-machine.md' },
]
/** A page and a part of it: `section 3`, a row such as `S51`, or `, A heading` up to the end of the clause. */
const citation = /\b([\w-]+\.md)(?: section (\d+)| ([A-Z]\d+)|, ([A-Z][a-z][\w ]*))?/g

/**
 * The citations of missing pages, headings, numbered sections or table rows. Migrations are skipped, because their text may not change
 * after their first run.
 */
export function brokenCitations(sources: readonly SourceText[]): string[] {
  const pages = new Map(
    sources.filter(({ path }) => path.endsWith('.md')).map((page) => [basename(page.path), page.text]),
  )
  const rowsOf = (page: string) =>
    new Set([...(pages.get(basename(page)) ?? '').matchAll(/^\| (\w+) \|/gm)].map(([, id]) => id!))
  const isThere = (
    page: string,
    { section, row, heading }: Record<'section' | 'row' | 'heading', string | undefined>,
  ) => {
    const text = pages.get(page)
    if (text === undefined) return false
    if (section) return new RegExp(`^## ${section}\\. `, 'm').test(text)
    if (row) return rowsOf(page).has(row)
    return !heading || [...text.matchAll(/^#+ (.*)$/gm)].some(([, words]) => words === heading.trim())
  }
  return sources.flatMap(({ path, text }) => [
    ...numbered.flatMap(({ number, page }) => {
      const known = rowsOf(page)
      return [...text.matchAll(number)]
        .map(([id]) => id)
        .filter((id) => !isKnown(known, id))
        .map((id) => `${path}: ${id}, which ${page} does not have`)
    }),
    ...[...text.matchAll(citation)]
      .filter(([, page, section, row, heading]) => !isThere(page!, { section, row, heading }))
      .map(([words]) => `${path}: ${words.trim()}, which is not there`),
  ])
}

/** A cited row may comprise several (T10 for T10a and T10b). */
const isKnown = (known: ReadonlySet<string>, id: string) => known.has(id) || known.has(`${id}a`)

/** Every text file of our own in the repository. */
export function ownTexts(root: string): SourceText[] {
  return execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.css', '*.md'], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((path) => path !== '')
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
}
