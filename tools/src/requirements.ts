import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A row of the checklist; an informative one has no surface of its own, and so nothing to test. */
export interface Requirement {
  id: string
  text: string
  isInformative: boolean
}

/** The rows of a requirements checklist in Markdown: `| JOBS-56 | text | source |`. */
export function readChecklist(markdown: string): { id: string; text: string }[] {
  return [...markdown.matchAll(/^\| ([A-Z0-9]+-\d+) \| (.*) \| [^|]* \|$/gm)].map(([, id, text]) => ({
    id: id!,
    text: text!.replaceAll('\\|', '|').replaceAll('\t', ' '),
  }))
}

/** The copy of the checklist that the repository carries: id, tab, text. */
export function readRequirements(): Requirement[] {
  return readFileSync(join(import.meta.dirname, '../requirements.tsv'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => {
      const [id, text] = line.split('\t')
      return { id: id!, text: text!, isInformative: text!.includes('(info)') }
    })
}
