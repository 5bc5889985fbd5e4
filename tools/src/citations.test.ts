import { join } from 'node:path'
import { expect, it } from 'vitest'
import { brokenCitations, ownTexts } from './citations.ts'

it('every cited number, page, section and heading exists', () => {
  const texts = ownTexts(join(import.meta.dirname, '../..'))
  expect(texts.length).toBeGreaterThan(500)
  expect(brokenCitations(texts)).toEqual([])
})

it('a citation of a missing number, page, section or heading is found', () => {
  const page = 'a-page' + '.md'
  const pages = [
    { path: 'docs/rules/decisions.md', text: `| No. | question |\n| ${'Q' + '001'} | why |` },
    { path: 'docs/rules/job-machine.md', text: '| T1 | a |\n| T10a | b |' },
    { path: 'docs/' + page, text: '# A page\n\n## 3. Doors\n\n## The output\n\n| S5 | x |' },
  ]
  // Composed at run time, so that this file itself contains no citation.
  const cite = (...words: string[]) => ({ path: 'a.ts', text: `/** ${words.map((word) => `(${word})`).join(' ')} */` })
  expect(
    brokenCitations([
      ...pages,
      cite('Q' + '001', 'T' + '10', 'T' + '1', page, `${page} section 3`, `${page} S5`, `${page}, The output`),
    ]),
  ).toEqual([])
  expect(
    brokenCitations([
      ...pages,
      cite('Q' + '999', 'T' + '11', `no-${page}`, `${page} section 4`, `${page} S6`, `${page}, The input`),
    ]),
  ).toHaveLength(6)
})
