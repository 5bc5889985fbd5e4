import { type ImportRole, importRefusals, type PeopleImport } from '@dictara/contract/people-import'
import { isManager } from '@dictara/contract/roles'
import type { Actor } from '../../platform/actor.ts'
import type { ClinicWork, Doors } from '../../platform/database/index.ts'
import { Refusal, refuseUnless } from '../../platform/refusal.ts'
import { defineTask, type Task } from '../../platform/tasks/index.ts'
import { importKinds } from './import-kinds.ts'
import type { Invite } from './invite-person.ts'
import {
  endImport,
  findImport,
  listNextRows,
  lockImport,
  type Settled,
  settleRows,
  updateState,
} from './people-import.store.ts'
import { getPerson } from './people.store.ts'

declare module '../../platform/database/work.ts' {
  interface AuditEvents {
    'people.imported': { rows: number }
  }
}

/** Who imports, as they called; who they are now is read again with every batch. */
interface ImportPayload {
  actor: Actor
  importId: string
}

/** So many people are added in one transaction: what a server that is killed does again. */
const batch = 25

/** Starts a preview, once however often it is asked for; its people are added in the background. */
export async function startImport(work: ClinicWork, task: Task<ImportPayload>, id: string): Promise<PeopleImport> {
  const found = await lockImport(work)
  refuseUnless(found?.id === id, importRefusals.gone)
  if (found.state === 'PREVIEW') {
    const { toAdd } = (await findImport(work, false))!
    await updateState(work, 'RUNNING')
    await work.audit({ event: 'people.imported', detail: { rows: toAdd } })
    await work.enqueue(task, { actor: work.actor, importId: id }, { key: id, group: work.clinicId })
  }
  return (await findImport(work, false))!
}

/** Adds one person by the rules of the form; what it is refused for stands in the row. */
async function addRow(work: ClinicWork, row: { line: number; role: string; input: object | null }, invite: Invite) {
  const settled = (outcome: Settled['outcome'], why = ''): Settled => ({ line: row.line, outcome, why })
  try {
    await work.attempt(() => importKinds[row.role as ImportRole].add(work, row.input, invite))
    return settled('ADDED')
  } catch (error) {
    if (error instanceof Refusal) return settled('CANNOT', error.message)
    throw error
  }
}

/** @returns whether more are to be added */
async function addNext(work: ClinicWork, importId: string, invite: Invite): Promise<boolean> {
  const found = await lockImport(work)
  if (found?.id !== importId || found.state !== 'RUNNING') return false
  const rows = await listNextRows(work, batch)
  const settled: Settled[] = []
  for (const row of rows) settled.push(await addRow(work, row, invite))
  await settleRows(work, settled)
  if (rows.length < batch) await updateState(work, 'DONE')
  return rows.length === batch
}

/** The actor with the rights that they have at this moment; null when they may import no more. */
const actorNow = (doors: Doors, actor: Actor): Promise<Actor | null> =>
  doors.inClinic(actor, async (work) => {
    const { isEnabled, facilityIds, ...person } = await getPerson(work, actor.userId)
    return isEnabled && isManager(person) ? { ...actor, userType: person.userType, facilityIds } : null
  })

/** The background work of an import: its people, batch by batch, each one once. */
export const importTask = (doors: Doors, invite: Invite): Task<ImportPayload> =>
  defineTask<ImportPayload>({
    name: 'import-people',
    about: 'Adds the people of a file that somebody imports, and invites them.',
    attempts: 5,
    retryDelaySeconds: 5,
    timeLimitSeconds: 30 * 60,
    parallel: 1,
    async run({ actor, importId }, { signal }) {
      for (;;) {
        signal.throwIfAborted()
        const now = await actorNow(doors, actor)
        if (!now) return end(doors, actor, 'Not added: whoever imported may add nobody any more.')
        if (!(await doors.inClinic(now, (work) => addNext(work, importId, invite)))) return
      }
    },
    whenDead: ({ actor }) =>
      end(doors, actor, 'Not added: something went wrong on our side. Please import this row again.'),
  })

const end = (doors: Doors, { clinicId, userId }: Actor, why: string) =>
  doors.asSystem('task import', (work) => endImport(work, userId, why), clinicId!)
