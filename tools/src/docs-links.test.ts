import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')

/** Returns the targets of the links and pictures of a page that are within the project. */
const linksOf = (page: string) =>
  [...readFileSync(join(root, page), 'utf8').matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, address]) => address!.split('#')[0]!)
    .filter((address) => address !== '' && !/^[a-z]+:/.test(address))

test('every linked file and picture of the documentation exists', () => {
  const pages = execFileSync('git', ['ls-files', '*.md'], { cwd: root, encoding: 'utf8' }).trim().split('\n')
  expect(pages.length).toBeGreaterThan(10)
  const broken = pages.flatMap((page) =>
    linksOf(page)
      .filter((address) => !existsSync(join(root, dirname(page), address)))
      .map((address) => `${page}: ${address}`),
  )
  expect(broken).toEqual([])
})
