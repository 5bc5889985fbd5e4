import { writeFileSync } from 'node:fs'

/** Lists the currently running test files, one per line, beside the report of a run (`server.running` beside `server.json`). */
export class RunningFiles {
  readonly #files = new Set<string>()
  readonly #path = process.env['TEST_RESULTS_FILE']!.replace(/\.json$/, '.running')

  begin(file: string) {
    this.#files.add(file)
    this.#write()
  }

  end(file: string) {
    this.#files.delete(file)
    this.#write()
  }

  #write() {
    writeFileSync(this.#path, [...this.#files].join('\n'))
  }
}
