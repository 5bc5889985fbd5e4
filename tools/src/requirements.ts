import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A row of the checklist; an informative one has nothing to test. */
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

function readRows(file: string): Requirement[] {
  return readFileSync(join(import.meta.dirname, '..', file), 'utf8')
    .trim()
    .split('\n')
    .map((line) => {
      const [id, text] = line.split('\t')
      return { id: id!, text: text!, isInformative: text!.includes('(info)') }
    })
}

/** The repository's copy of the checklist: id, tab, text. */
export const readRequirements = () => readRows('requirements.tsv')

/** The trials to lose, double or stop something (QA-01 to QA-112): the action and the expected result. */
export const readTrials = () => readRows('trials.tsv')
