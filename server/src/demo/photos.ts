import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Blobs } from '../gateways/blobs/index.ts'
import type { Doors } from '../platform/database/index.ts'
import { newId } from '../platform/ids.ts'
import { listPhotoless, setDemoPhoto } from './demo.store.ts'

/** The people of the demo with a photo; the others show their initials. */
const accounts = ['doctor', 'transcriptionist', 'reviewer1', 'reviewer2', 'clinicAdmin', 'otherClinicAdmin'] as const

/** Gives the demo's people their photos. @param emailOf returns the address of an account */
export async function giveDemoPhotos(doors: Doors, blobs: Blobs, emailOf: (account: string) => string): Promise<void> {
  const emails = new Map(accounts.map((account) => [emailOf(account), account]))
  for (const { id, email } of await doors.asSystem('look for the demo’s people', (work) =>
    listPhotoless(work, [...emails.keys()]),
  )) {
    const photo = newId()
    const bytes = readFileSync(join(import.meta.dirname, 'photos', `${emails.get(email)!}.webp`))
    await blobs.put(
      photo,
      (async function* whole() {
        yield bytes
      })(),
    )
    await doors.asSystem('give the demo photos', (work) => setDemoPhoto(work, id, photo))
  }
}
