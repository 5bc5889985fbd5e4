import fc from 'fast-check'
import { expect, test } from 'vitest'
import { moved, wholeOf, zoomed } from './crop.ts'

const least = 150
const sides = fc.record({ width: fc.integer({ min: 150, max: 20_000 }), height: fc.integer({ min: 150, max: 20_000 }) })
const far = fc.double({ min: -50_000, max: 50_000, noNaN: true })
const steps = fc.array(fc.oneof(fc.record({ dx: far, dy: far }), fc.record({ side: far })), { maxLength: 30 })

test('after any moves and zooms, the square lies within its picture and is large enough for a photo [Q061]', () => {
  fc.assert(
    fc.property(sides, steps, (picture, done) => {
      let square = wholeOf(picture)
      for (const step of done)
        square = 'side' in step ? zoomed(square, picture, step.side, least) : moved(square, picture, step.dx, step.dy)
      expect(square.side).toBeGreaterThanOrEqual(least)
      expect(square.x).toBeGreaterThanOrEqual(0)
      expect(square.y).toBeGreaterThanOrEqual(0)
      expect(square.x + square.side).toBeLessThanOrEqual(picture.width + 1e-6)
      expect(square.y + square.side).toBeLessThanOrEqual(picture.height + 1e-6)
    }),
  )
})

test('zooming in and out again around the centre gives the same square', () => {
  const picture = { width: 900, height: 600 }
  const whole = wholeOf(picture)
  expect(whole).toEqual({ x: 150, y: 0, side: 600 })
  expect(zoomed(zoomed(whole, picture, 300, least), picture, 600, least)).toEqual(whole)
})
