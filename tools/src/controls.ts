import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** One row of docs/operating/controls.md: a control that holds, and the test that fails without it. */
export interface Control {
  id: string
  file: string
  title: string
}

/** The rows of the table: control, what holds, file, title of the test. */
export const readControls = (page: string): Control[] =>
  page
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .filter((cells) => /^[SR]\d+$/.test(cells[1] ?? ''))
    .map(([, id, , file, title]) => ({
      id: id!,
      file: (file ?? '').replaceAll('`', ''),
      title: title ?? '',
    }))

/** Describes what is wrong with the rows: a missing file, or a title that no test in it has. */
export function problemsOf(controls: readonly Control[], sourceOf: (file: string) => string | null): string[] {
  return controls.flatMap(({ id, file, title }) => {
    const source = sourceOf(file)
    if (source === null) return [`${id} names the file ${file}, which is not there`]
    const isTitle = title !== '' && [`'${title}'`, `"${title}"`, `\`${title}\``].some((text) => source.includes(text))
    return isTitle ? [] : [`${id} names the test “${title}”, which ${file} does not have`]
  })
}

const root = resolve(import.meta.dirname, '../..')
export const controlsPage = () => readFileSync(join(root, 'docs/operating/controls.md'), 'utf8')
export const sourceInTree = (file: string) =>
  /\.(test|spec)\.tsx?$/.test(file) && existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : null
