import { expect, it } from 'vitest'
import { circlesOf, shapeOf } from './shape.ts'

const file = (path: string, lines: number, ...imports: string[]) => ({ path, text: 'x\n'.repeat(lines), imports })

it('the shape reports the median and 90th percentile of lines, long files, and files in circles', () => {
  const files = [
    ...[10, 20, 30, 40, 50, 60, 70, 80, 301].map((lines, i) => file(`f${i}.ts`, lines)),
    file('long.ts', 1001),
  ]
  expect(shapeOf(files)).toEqual({ files: 10, median: 60, p90: 1001, past300: 2, past1000: 1, inCircles: 0 })
})

it('the shape finds a circle of files without the files that only lead into it', () => {
  const files = [
    file('a.ts', 1, 'b.ts'),
    file('b.ts', 1, 'c.ts'),
    file('c.ts', 1, 'a.ts', 'pg'),
    file('d.ts', 1, 'a.ts'),
  ]
  expect(circlesOf(files)).toEqual([['a.ts', 'b.ts', 'c.ts']])
})
