import { relative } from 'node:path'
import type { Reporter, TestCase } from '@playwright/test/reporter'
import { RunningFiles } from './running-files.ts'

const fileOf = ({ location }: TestCase) => relative('', location.file)

/** Lists the running files of journeys (`running-files.ts`); Playwright writes the report itself. */
export default class JourneysReporter implements Reporter {
  readonly #running = new RunningFiles()

  onTestBegin(test: TestCase) {
    this.#running.begin(fileOf(test))
  }

  onTestEnd(test: TestCase) {
    this.#running.end(fileOf(test))
  }
}
