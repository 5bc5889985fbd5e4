import { type Import, importRefusals } from '@dictara/contract/imports'
import { waitForTurn, type ClinicWork } from '../../platform/database/index.ts'
import { newId } from '../../platform/ids.ts'
import { refuseUnless } from '../../platform/refusal.ts'
import { importsOf } from './imports.store.ts'
import type { ImportKind } from './kind.ts'
import { readCsv } from './read-csv.ts'

/** Reads a file and keeps what each of its rows would do, in the place of the actor's preview before; nobody is added. */
export async function previewImport<C extends string>(
  work: ClinicWork,
  kind: ImportKind<C>,
  { fileName, content }: { fileName: string; content: string },
): Promise<Import> {
  const imports = importsOf(work, kind.name)
  // Of a person's first ones there is no row yet that the second could wait for.
  await waitForTurn(work, `import of ${kind.name} by ${work.actor.userId}`)
  refuseUnless((await imports.lock())?.state !== 'RUNNING', importRefusals.running)
  const { encoding, unread, lines } = readCsv(Buffer.from(content, 'base64'), kind.columns)
  const rows = await kind.read(work, lines)
  const toAdd = rows.filter(({ outcome }) => outcome === 'ADD').length
  const head = { id: newId(work.now.getTime()), fileName, encoding, unread, state: 'PREVIEW' as const, toAdd }
  await imports.replace(head, rows)
  return (await imports.find(true))!
}
