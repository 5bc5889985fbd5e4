import type { Doors } from '../../platform/database/index.ts'
import { deleteCodes, findLoadedList, insertCodes, isOnlyLoad, type LoadedList } from './icd10.store.ts'
import { BadCodeList, type ListedCode, readCodeList } from './read-code-list.ts'

declare module '../../platform/database/work.ts' {
  interface AuditEvents {
    'icd10.loaded': { release: string; codes: number }
  }
}

/** What a file is called by its name: "2026", "April 2026"; by its day where the name tells no year. */
export function releaseOf(fileName: string, today: Date): string {
  const [, month, year] =
    /(?:(January|April|July|October)[^a-z\d]*(?:1[^a-z\d]+)?)?(?<!\d)(20\d\d)(?!\d)/i.exec(fileName) ?? []
  if (!year) return today.toISOString().slice(0, 10)
  return month ? `${month[0]!.toUpperCase()}${month.slice(1).toLowerCase()} ${year}` : year
}

const batch = 1000

/**
 * Reads a list of codes and puts it in place of the one that is loaded, in one transaction: whole, or nothing changes.
 * @returns the new list and the one before
 * @throws BadCodeList for a file that can't be loaded, and while another one is being loaded
 */
export const loadCodeList = (
  doors: Pick<Doors, 'asSystem'>,
  release: string,
  chunks: AsyncIterable<Uint8Array>,
): Promise<{ loaded: LoadedList; before: LoadedList | undefined }> =>
  doors.asSystem('load ICD-10-CM codes', async (work) => {
    if (!(await isOnlyLoad(work))) throw new BadCodeList('Another list is being loaded just now.')
    const before = await findLoadedList(work)
    await deleteCodes(work)
    const loaded = { release, codes: 0, billable: 0 }
    let waiting: ListedCode[] = []
    async function insert() {
      await insertCodes(work, release, waiting)
      loaded.codes += waiting.length
      loaded.billable += waiting.filter(({ billable }) => billable).length
      waiting = []
    }
    for await (const code of readCodeList(chunks)) {
      waiting.push(code)
      if (waiting.length === batch) await insert()
    }
    await insert()
    await work.audit({ event: 'icd10.loaded', detail: { release, codes: loaded.codes } })
    return { loaded, before }
  })
