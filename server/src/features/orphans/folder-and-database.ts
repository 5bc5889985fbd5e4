import type { Blobs } from '../../gateways/blobs/index.ts'
import type { Doors } from '../../platform/database/index.ts'
import { countSweep, findFolderMark, type FolderMark } from './orphans.store.ts'

/**
 * Checks that the database and the folder of recordings belong together: both store an id and the number of sweeps. A folder
 * without an id is assigned to the database.
 * @returns what is wrong, in words for the log; undefined when they belong together.
 */
export async function notTogether(doors: Doors, blobs: Blobs): Promise<string | undefined> {
  const text = await blobs.readMark()
  const ofFolder = text === null ? undefined : (JSON.parse(text) as FolderMark)
  const found = await doors.asSystem('task sweep', async (work) => {
    const ofDatabase = await findFolderMark(work)
    if (ofFolder && ofFolder.id !== ofDatabase.id)
      return 'the folder of recordings belongs to another database: nothing is removed from it'
    if (ofFolder && ofFolder.sweeps > ofDatabase.sweeps)
      return 'the database is older than the folder of recordings: nothing is removed from it'
    return { id: ofDatabase.id, sweeps: await countSweep(work) }
  })
  if (typeof found === 'string') return found
  // Write after the commit: a folder with a higher number than its database would never be swept again.
  await blobs.writeMark(JSON.stringify(found satisfies FolderMark))
  return undefined
}
