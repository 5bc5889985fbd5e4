import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { colours, sheetColours } from '../../browser/src/colours.ts'

const sheet = 'browser/src/colours.css'
/** The style sheet for print may name colours, because paper is always white. */
const mayNameColours = new Set([sheet, 'browser/src/colours.ts', 'web/src/ui/on-paper.css'])

const aColour = /#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})(?=['"`;),\s])|\b(rgb|hsl|hwb|lab|lch|oklab|oklch)a?\(/i

const variables = (side: 0 | 1) =>
  Object.entries({ ...colours, ...sheetColours })
    .map(
      ([name, colour]) => `  --${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}: ${colour[side]};`,
    )
    .join('\n')

/** The style sheet with the colours of all pages, from colours.ts. */
export const colourSheet = (): string =>
  [
    '/* Written by tools/src/colours.ts from colours.ts. */',
    `:root {\n  color-scheme: light;\n${variables(0)}\n}\n`,
    `:root[data-theme="dark"] {\n  color-scheme: dark;\n${variables(1)}\n}\n`,
  ].join('\n')

/** The files that name a colour directly. @param files paths from the root of the repository */
export const ownColours = (root: string, files: readonly string[]): string[] =>
  files
    .filter((file) => /^(web|recorder|browser)\/src\/.*\.(css|tsx?)$/.test(file))
    .filter((file) => !/\.test\.tsx?$|\/testing\//.test(file) && !mayNameColours.has(file))
    .filter((file) => aColour.test(readFileSync(resolve(root, file), 'utf8')))

if (import.meta.main) writeFileSync(resolve(import.meta.dirname, '../..', sheet), colourSheet())
