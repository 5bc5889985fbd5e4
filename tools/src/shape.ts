import { resolve } from 'node:path'
import { findCircles, isTest, readSources, type Source } from './sources.ts'

/** Measures a group of files: lines per file, and how many files are in import cycles. */
export interface Shape {
  files: number
  median: number
  p90: number
  past300: number
  past1000: number
  inCircles: number
}

const linesOf = (source: Source) => source.text.split('\n').length - 1

export function shapeOf(sources: Source[]): Shape {
  const lines = sources.map(linesOf).toSorted((a, b) => a - b)
  const at = (part: number) => lines[Math.min(lines.length - 1, Math.floor(lines.length * part))] ?? 0
  return {
    files: sources.length,
    median: at(0.5),
    p90: at(0.9),
    past300: lines.filter((count) => count > 300).length,
    past1000: lines.filter((count) => count > 1000).length,
    inCircles: circlesOf(sources).flat().length,
  }
}

export function circlesOf(sources: Source[]): string[][] {
  return findCircles(new Map(sources.map(({ path, imports }) => [path, new Set(imports)])))
}

if (import.meta.main) {
  const sources = readSources(resolve(import.meta.dirname, '../..'))
  const code = sources.filter(({ path }) => !isTest(path))
  const groups = new Map([['all', code]])
  for (const source of code) {
    const workspace = source.path.split('/')[0]!
    groups.set(workspace, [...(groups.get(workspace) ?? []), source])
  }
  groups.set(
    'tests',
    sources.filter(({ path }) => isTest(path)),
  )
  console.table(Object.fromEntries([...groups].map(([name, files]) => [name, shapeOf(files)])))
  for (const source of code.filter((file) => linesOf(file) > 300))
    console.log(`past 300 lines: ${source.path} ${linesOf(source)}`)
  for (const circle of circlesOf(code)) console.log(`a circle of files: ${circle.join(' ↔ ')}`)
}
