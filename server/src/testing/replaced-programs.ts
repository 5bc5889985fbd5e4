import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const realPath = process.env['PATH'] ?? ''
/** The path of the real program. */
export const whereIs = (program: string) =>
  execFileSync('which', [program], { encoding: 'utf8', env: { PATH: realPath } }).trim()

/** A folder of scripts that come first on the PATH; `real` in a script is the path of the real program. */
export function replacedPrograms() {
  const folder = mkdtempSync(join(tmpdir(), 'dictara-programs-'))
  return {
    folder,
    /** Replaces the program with the script. */
    replace(program: string, script: string) {
      writeFileSync(join(folder, program), `#!/bin/bash\nreal=${whereIs(program)}\n${script}\n`, { mode: 0o755 })
      process.env['PATH'] = `${folder}:${realPath}`
    },
    /** Leaves only these real programs on the PATH. */
    onlyThere(...programs: string[]) {
      for (const program of programs)
        writeFileSync(join(folder, program), `#!/bin/bash\nexec ${whereIs(program)} "$@"\n`, { mode: 0o755 })
      process.env['PATH'] = folder
    },
    restore(...programs: string[]) {
      for (const program of programs) rmSync(join(folder, program), { force: true })
      process.env['PATH'] = realPath
    },
    remove() {
      process.env['PATH'] = realPath
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
