import { fileURLToPath } from 'node:url'
import type { EhrNote } from './port.ts'

const font = (name: string) => fileURLToPath(import.meta.resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`))

/** A line of nothing but capitals is a heading, as in the plain text of a note. */
const isHeading = (line: string) => /\p{Lu}/u.test(line) && line === line.toUpperCase() && line.length <= 80

const named = (label: string, value: string | null) => (value ? [`${label}: ${value}`] : [])

/**
 * A note as a PDF of letter pages, with its patient at the top and page numbers. The same note gives the same bytes. The font is
 * embedded, so that ≥, µ, → and letters beyond Latin stay what they are.
 */
export async function notePdf(note: EhrNote): Promise<Buffer> {
  const { default: PDFDocument } = await import('pdfkit')
  const title = note.workType ?? 'Note'
  const document = new PDFDocument({
    size: 'LETTER',
    margins: { top: 54, bottom: 64, left: 60, right: 60 },
    bufferPages: true,
    info: { Title: title, Creator: 'Dictara', CreationDate: new Date(0) },
  })
  const pieces: Buffer[] = []
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  document.on('data', (piece: Buffer) => pieces.push(piece))
  document.on('end', resolve)
  document.on('error', reject)
  document.registerFont('text', font('DejaVuSans')).registerFont('bold', font('DejaVuSans-Bold'))
  document.font('bold').fontSize(15).text(title)
  document.font('text').fontSize(9.5)
  for (const line of [
    `Patient: ${note.patientName}, MRN ${note.medicalRecordNumber}`,
    ...named('Author', note.author),
    ...named('Date of encounter', note.dateOfEncounter),
    `Job: ${note.jobNumber}`,
  ])
    document.text(line)
  document.moveDown()
  for (const line of note.text.split('\n')) {
    if (line.trim() === '') document.moveDown(0.6)
    else
      document
        .font(isHeading(line) ? 'bold' : 'text')
        .fontSize(10.5)
        .text(line, { lineGap: 1.5 })
  }
  const { count } = document.bufferedPageRange()
  for (let page = 0; page < count; page += 1) {
    document.switchToPage(page)
    // Written below the margin, which would begin a page of its own.
    document.page.margins.bottom = 0
    document
      .font('text')
      .fontSize(8)
      .text(`${note.patientName}, MRN ${note.medicalRecordNumber} · page ${page + 1} of ${count}`, 60, 745, {
        lineBreak: false,
      })
  }
  document.end()
  await promise
  return Buffer.concat(pieces)
}
