import { pdfjs } from 'react-pdf'
import { expect, test } from 'vitest'
import './pdf-viewer.tsx'

const documents = {
  'Privacy Policy': new URL('../../public/privacy-policy.pdf', import.meta.url),
  'Business Associate Agreement': new URL('../../public/business-associate-agreement.pdf', import.meta.url),
}

test.each(Object.entries(documents))(
  'Dictara’s own %s is written for its readers, not for its developers [B26]',
  async (title, { href }) => {
    const file = await pdfjs.getDocument({ url: href }).promise
    const pages = Array.from({ length: file.numPages }, async (_, index) => {
      const { items } = await (await file.getPage(index + 1)).getTextContent()
      return items.map((item) => ('str' in item ? item.str : '')).join(' ')
    })
    const text = (await Promise.all(pages)).join(' ')
    expect(text).toContain(title)
    expect(text).toContain('ask the administrator of your clinic')
    expect(text).not.toMatch(/placeholder|\.pdf|build/)
  },
)
