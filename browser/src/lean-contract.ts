/** What a row of the contract says to the server and to its documents; a browser asks for method, path and patience. */
const served = /^ {4,6}(?:summary|audit|person|callers|ids|door|kind|params|query|body|result|extra|example): (.*),\n/gm
const brackets = /[([{]|[)\]}]/g

/** A value that is written on one line: every bracket that it opens it closes. */
function isWhole(value: string): boolean {
  let depth = 0
  for (const [bracket] of value.replaceAll(/'[^']*'/g, '').matchAll(brackets)) depth += '([{'.includes(bracket) ? 1 : -1
  return depth === 0
}

/** Leaves out of the built applications what the calls of the contract say to the server only. */
export const leanContract = () => ({
  name: 'lean-contract',
  enforce: 'pre' as const,
  transform(code: string, id: string) {
    const start = /\/contract\/src\/features\/[\w-]+\.ts$/.test(id) ? code.indexOf('defineCalls(') : -1
    if (start < 0) return null
    const rows = code.slice(start).replaceAll(served, (line, value: string) => (isWhole(value) ? '' : line))
    return { code: code.slice(0, start) + rows, map: null }
  },
})
