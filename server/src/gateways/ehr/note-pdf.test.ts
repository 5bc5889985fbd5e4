import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { expect, test } from 'vitest'
import { noteParts } from './conformance.fixtures.ts'
import { notePdf } from './note-pdf.ts'

const note = {
  clinicId: 'c',
  facilityId: 'f',
  jobId: 'j',
  noteVersion: 1,
  ...noteParts,
  jobNumber: '000123',
  patientName: 'Greta Dubois',
  medicalRecordNumber: 'M-100',
  author: 'Rosa Lind',
  authorId: 'a',
  workType: 'Progress Note',
  dateOfEncounter: '2026-11-20',
  text: `ASSESSMENT\nµ ≥ 3 → 5, Łukasz, β-blocker, 25 °C.\n${Array.from({ length: 70 }, (_, at) => `Line ${at + 1}.`).join('\n')}`,
}

/** The text of each page, as another PDF program reads it. */
async function pagesOf(pdf: Buffer) {
  const document = await getDocument({ data: new Uint8Array(pdf), verbosity: 0 }).promise
  const pages: string[] = []
  for (let number = 1; number <= document.numPages; number += 1) {
    const { items } = await (await document.getPage(number)).getTextContent()
    pages.push(items.map((item) => ('str' in item ? item.str : '')).join('\n'))
  }
  return pages
}

test('a note as PDF names its patient on every page, keeps every letter and line, and is the same each time', async () => {
  const pdf = await notePdf(note)
  const pages = await pagesOf(pdf)
  expect(pages).toHaveLength(2)
  for (const [at, page] of pages.entries()) expect(page).toContain(`Greta Dubois, MRN M-100 · page ${at + 1} of 2`)
  // The micro sign and the Greek letter share a glyph, so compare the texts after normalisation.
  const text = pages.join('\n').normalize('NFKC')
  for (const part of [
    'Progress Note',
    'Author: Rosa Lind',
    'µ ≥ 3 → 5, Łukasz, β-blocker, 25 °C.',
    'Line 1.',
    'Line 70.',
  ])
    expect(text).toContain(part.normalize('NFKC'))
  expect((await notePdf(note)).equals(pdf)).toBe(true)
})
