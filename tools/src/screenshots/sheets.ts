import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from '@playwright/test'
import type { Shift } from './settle.ts'
import type { State } from './states.ts'

export interface Picture {
  state: State
  theme: string
  width: number
  file: string
}

/** The pictures made of one screen. */
export interface Made {
  screen: string
  pictures: Picture[]
  shifts: { state: State; shifts: Shift[] }[]
  /** The steps that failed there. */
  troubles: string[]
}

const page = (title: string, body: string) => `<!doctype html><meta charset="utf-8"><title>${title}</title>
<style>body{font:14px sans-serif;margin:16px}table{border-collapse:collapse}td,th{padding:4px 8px;text-align:left;vertical-align:top}img{display:block;width:100%;border:1px solid silver}</style>
<h1>${title}</h1>${body}`

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const sum = (shifts: readonly Shift[]) => shifts.reduce((all, { value }) => all + value, 0)

/** All pictures of a screen on one page: a row for each state and look, a column for each width. */
function sheetOf({ screen, pictures, troubles }: Made): string {
  const widths = [...new Set(pictures.map(({ width }) => width))]
  const rows = [...new Set(pictures.map(({ state, theme }) => `${state} ${theme}`))]
  const cell = (row: string, width: number) => {
    const picture = pictures.find((one) => `${one.state} ${one.theme}` === row && one.width === width)
    return `<td style="width:${Math.round(width / 3)}px">${picture ? `<a href="${picture.file}"><img src="${picture.file}"></a>` : ''}</td>`
  }
  const head = widths.map((width) => `<th>${width}</th>`).join('')
  const body = rows.map((row) => `<tr><th>${row}</th>${widths.map((width) => cell(row, width)).join('')}</tr>`).join('')
  return page(
    screen,
    `${troubles.map((one) => `<p>⚠ ${escaped(one)}</p>`).join('')}<table><tr><th></th>${head}</tr>${body}</table>`,
  )
}

/** A contact sheet of every screen, as a page and as one picture, and a page of all. */
export async function writeSheets(browser: Browser, output: string, all: readonly Made[]): Promise<void> {
  const shower = await browser.newPage({ viewport: { width: 1_560, height: 900 } })
  for (const made of all) {
    const file = join(output, made.screen, 'index.html')
    writeFileSync(file, sheetOf(made))
    await shower.goto(`file://${file}`)
    await shower.screenshot({ path: join(output, `${made.screen}.png`), fullPage: true })
  }
  await shower.close()
  const rows = all.map(({ screen, pictures, shifts, troubles }) => {
    const moved = shifts
      .filter((one) => sum(one.shifts) > 0)
      .map((one) => `${one.state} ${sum(one.shifts).toPrecision(2)}`)
    return `<tr><td><a href="${screen}/index.html">${screen}</a></td><td>${pictures.length}</td><td>${moved.join(', ') || '0'}</td><td>${escaped(troubles.join('; '))}</td></tr>`
  })
  writeFileSync(
    join(output, 'index.html'),
    page(
      'Screens',
      `<table><tr><th>Screen</th><th>Pictures</th><th>Layout shift</th><th>Trouble</th></tr>${rows.join('')}</table>`,
    ),
  )
}

/** The layout shifts after the first paint, one per line. */
export const shiftsInWords = (all: readonly Made[]): string[] =>
  all.flatMap(({ screen, shifts }) =>
    shifts
      .filter((one) => sum(one.shifts) > 0)
      .map(
        (one) =>
          `${screen}, ${one.state}: ${sum(one.shifts).toPrecision(2)} (${[...new Set(one.shifts.flatMap(({ what }) => what))].slice(0, 4).join('; ')})`,
      ),
  )
