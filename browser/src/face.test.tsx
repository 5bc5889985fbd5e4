import { expect, test } from 'vitest'
import { face, sizes } from './tokens.ts'
import './theme.css'

/** Returns the opacity of each pixel of a drawn letter. */
function ink(letter: string, size: number) {
  const canvas = new OffscreenCanvas(size * 2, size * 2)
  const pen = canvas.getContext('2d')!
  pen.font = `${size}px ${face}`
  pen.fillText(letter, 0, size * 1.5)
  return [...pen.getImageData(0, 0, size * 2, size * 2).data].filter((_, at) => at % 4 === 3)
}

const shipped = face.split(',')[0]!

test.each(['1l', '1I', 'lI', '0O'])(
  'the characters “%s” look different in the product’s font',
  async ([one, other]) => {
    await document.fonts.load(`${sizes.noteSize}px ${shipped}`)
    expect(document.fonts.check(`${sizes.noteSize}px ${shipped}`)).toBe(true)
    const [first, second] = [ink(one!, sizes.noteSize), ink(other!, sizes.noteSize)]
    const differing = first.filter((dark, at) => Math.abs(dark - second[at]!) > 128).length
    expect(differing).toBeGreaterThanOrEqual(5)
  },
)

test('digits have equal width, and the fallback fonts are as wide as the product’s font', async () => {
  await document.fonts.load(`16px ${shipped}`)
  const line = document.body.appendChild(document.createElement('span'))
  line.style.whiteSpace = 'nowrap'
  const width = (text: string, family: string) => {
    line.style.fontFamily = family
    line.textContent = text
    return line.getBoundingClientRect().width
  }
  expect(width('1111', face)).toBe(width('0000', face))
  const words = 'The patient is a man with hypertension, who takes his medicine every morning.'
  const real = width(words, shipped)
  // A computer has one of the two fonts, or neither, and then uses its default font.
  const standIns = ['"Dictara Arial"', '"Dictara DejaVu"'].filter(
    (family) => width(words, `${family}, monospace`) !== width(words, 'monospace'),
  )
  for (const family of standIns)
    expect(Math.abs(width(words, `${family}, monospace`) / real - 1), family).toBeLessThan(0.03)
  line.remove()
})
