import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const realPath = process.env['PATH'] ?? ''
/** Where a real program is. */
export const whereIs = (program: string) =>
  execFileSync('which', [program], { encoding: 'utf8', env: { PATH: realPath } }).trim()

/** A folder of scripts that are found before the programs of the system; `real` in them is the path of the real one. */
export function replacedPrograms() {
  const folder = mkdtempSync(join(tmpdir(), 'dictara-programs-'))
  return {
    folder,
    /** From now on the program does as the script says. */
    replace(program: string, script: string) {
      writeFileSync(join(folder, program), `#!/bin/bash\nreal=${whereIs(program)}\n${script}\n`, { mode: 0o755 })
      process.env['PATH'] = `${folder}:${realPath}`
    },
    /** From now on only these programs are found; they are the real ones. */
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
