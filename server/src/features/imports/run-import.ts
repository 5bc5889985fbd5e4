import { type Import, importRefusals } from '@dictara/contract/imports'
import type { Actor } from '../../platform/actor.ts'
import type { ClinicWork, Doors } from '../../platform/database/index.ts'
import { refuseUnless } from '../../platform/refusal.ts'
import { defineTask, type Task } from '../../platform/tasks/index.ts'
import { endImport, importsOf } from './imports.store.ts'
import type { ImportKind } from './kind.ts'

declare module '../../platform/database/work.ts' {
  interface AuditEvents {
    'people.imported': { rows: number }
    'patients.imported': { rows: number }
  }
}

/** Who imports, as they called; who they are now is read again with every batch. */
export interface ImportPayload {
  actor: Actor
  importId: string
}

/** Starts a preview, once however often it is asked for; its rows are added in the background. */
export async function startImport(
  work: ClinicWork,
  kind: ImportKind['name'],
  task: Task<ImportPayload>,
  id: string,
): Promise<Import> {
  const imports = importsOf(work, kind)
  const found = await imports.lock()
  refuseUnless(found?.id === id, importRefusals.gone)
  if (found.state === 'PREVIEW') {
    await imports.updateState('RUNNING')
    await work.audit({ event: `${kind}.imported`, detail: { rows: found.toAdd } })
    await work.enqueue(task, { actor: work.actor, importId: id }, { key: id, group: work.clinicId })
  }
  return (await imports.find(false))!
}

/** @returns whether more are to be added */
async function addNext<C extends string>(work: ClinicWork, kind: ImportKind<C>, importId: string): Promise<boolean> {
  const imports = importsOf(work, kind.name)
  const found = await imports.lock()
  if (found?.id !== importId || found.state !== 'RUNNING') return false
  const rows = await imports.listNext(kind.batch)
  await imports.settle(await kind.add(work, rows))
  if (rows.length < kind.batch) await imports.updateState('DONE')
  return rows.length === kind.batch
}

/** The background work of an import: its rows, batch by batch, each one once. */
export function importTask<C extends string>(kind: ImportKind<C>, doors: Doors): Task<ImportPayload> {
  const end = ({ clinicId, userId }: Actor, why: string) =>
    doors.asSystem('task import', (work) => endImport(work, kind.name, userId, why), clinicId!)
  return defineTask<ImportPayload>({
    name: `import-${kind.name}`,
    about: `Adds the ${kind.name} of a file that somebody imports.`,
    attempts: 5,
    retryDelaySeconds: 5,
    timeLimitSeconds: 30 * 60,
    parallel: 1,
    async run({ actor, importId }, { signal }) {
      for (;;) {
        signal.throwIfAborted()
        const now = await doors.inClinic(actor, (work) => kind.actorNow(work, actor))
        if (!now) return end(actor, `Not added: whoever started this import may not add ${kind.name} any more.`)
        if (!(await doors.inClinic(now, (work) => addNext(work, kind, importId)))) return
      }
    },
    whenDead: ({ actor }) =>
      end(actor, 'Not added: something went wrong on our side. Import the file again; rows already added are skipped.'),
  })
}
