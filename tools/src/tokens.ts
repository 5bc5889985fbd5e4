import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { face, motionMs, sizes } from '../../browser/src/tokens.ts'

const sheet = 'browser/src/tokens.css'

/** The name in style sheets: `--space-2` for `space2`. */
const nameOf = (name: string) => name.replaceAll(/[A-Z0-9]/g, (letter) => `-${letter.toLowerCase()}`)

/** The style sheet with the sizes and the font of all pages, from tokens.ts. */
export const tokenSheet = (): string =>
  [
    '/* Written by tools/src/tokens.ts from tokens.ts. */',
    ':root {',
    `  --face: ${face};`,
    `  --motion: ${motionMs}ms;`,
    ...Object.entries(sizes).map(([name, pixels]) => `  --${nameOf(name)}: ${pixels}px;`),
    '}\n',
  ].join('\n')

if (import.meta.main) writeFileSync(resolve(import.meta.dirname, '../..', sheet), tokenSheet())
