import { globSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'

/** A source file of this repository. */
export interface Source {
  /** The path from the root of the repository, e.g. `server/src/app.ts`. */
  path: string
  text: string
  /** Its imports: paths relative to the repository for our files, the bare name for packages. */
  imports: string[]
}

export const isTest = (path: string) => /\.test\.tsx?$/.test(path)

const workspaces = '{contract,dictation,hl7,browser,server,web,recorder,e2e,bench,tools}'
const importPattern =
  /^(?:import|export|\})[^'"`\n]*\bfrom\s*['"]([^'"\n]+)['"]|^\s*import\s*['"]([^'"\n]+)['"]|\bimport\(\s*['"]([^'"\n]+)['"]/gm

/** Reads every TypeScript source below `root`. */
export function readSources(root: string): Source[] {
  return globSync([`${workspaces}/**/*.{ts,tsx}`], {
    cwd: root,
    exclude: (name) => /(^|\/)(node_modules|dist)$/.test(name),
  })
    .map((path) => path.replaceAll('\\', '/'))
    .toSorted()
    .map((path) => {
      const text = readFileSync(join(root, path), 'utf8')
      const names = [...text.matchAll(importPattern)].map((match) => (match[1] ?? match[2] ?? match[3])!)
      return { path, text, imports: names.map((name) => resolve(path, name)) }
    })
}

/** The names of our packages, as their package.json files export them. */
function resolve(from: string, name: string): string {
  if (name.startsWith('.')) return posix.join(posix.dirname(from), name)
  const ours = /^@dictara\/(\w+)(?:\/(.+))?$/.exec(name)
  if (!ours) return name
  const [, workspace, file] = ours
  if (workspace === 'contract')
    return `contract/src/${!file ? 'contract' : file === 'all' ? 'routes' : `features/${file}`}.ts`
  return `${workspace}/src/${file ?? 'index'}.ts`
}

/** Finds the cycles of a graph: each as the nodes that reach one another, smallest name first. */
export function findCircles(graph: Map<string, Set<string>>): string[][] {
  const circles: string[][] = []
  const order = new Map<string, number>()
  const open: string[] = []
  // Tarjan's algorithm: a node that reaches no earlier open node closes the cycle of all opened since.
  const visit = (node: string): number => {
    const own = order.size
    let lowest = own
    order.set(node, own)
    open.push(node)
    for (const next of graph.get(node) ?? [])
      if (!order.has(next)) lowest = Math.min(lowest, visit(next))
      else if (open.includes(next)) lowest = Math.min(lowest, order.get(next)!)
    if (lowest === own) {
      const circle = open.splice(open.indexOf(node))
      if (circle.length > 1) circles.push(circle.toSorted())
    }
    return lowest
  }
  for (const node of graph.keys()) if (!order.has(node)) visit(node)
  return circles
}
