import type { importCalls, Import } from '@dictara/contract/imports'
import type { Doors } from '../../platform/database/index.ts'
import { type ServedCall, serve } from '../../platform/http/serve.ts'
import type { Task } from '../../platform/tasks/index.ts'
import { importsOf } from './imports.store.ts'
import type { ImportKind } from './kind.ts'
import { previewImport } from './preview-import.ts'
import { type ImportPayload, importTask, startImport } from './run-import.ts'

/** The calls of a kind's importer, and the task that adds its rows. */
export function importerOf<C extends string>(
  kind: ImportKind<C>,
  calls: ReturnType<typeof importCalls>,
  doors: Doors,
): { calls: ServedCall[]; task: Task<ImportPayload> } {
  const task = importTask(kind, doors)
  const one = (found: Import) => ({ result: [found] })
  return {
    task,
    calls: serve(calls, {
      async getImport({ work, query }) {
        const found = await importsOf(work, kind.name).find(query.rows ?? false)
        return found ? one(found) : {}
      },
      previewImport: async ({ work, body }) => one(await previewImport(work, kind, body)),
      startImport: async ({ work, body }) => one(await startImport(work, kind.name, task, body.id)),
    }),
  }
}
