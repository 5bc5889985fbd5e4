import type { Blobs } from '../../gateways/blobs/index.ts'
import type { Doors } from '../../platform/database/index.ts'
import { countSweep, findFolderMark, type FolderMark } from './orphans.store.ts'

/**
 * Whether the database knows what lies in the folder: both keep an id, and how often was swept.
 * Where the folder keeps none yet it is the database's from now on.
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
  // After the commit: a folder that were ahead of its own database would never be swept again.
  await blobs.writeMark(JSON.stringify(found satisfies FolderMark))
  return undefined
}
