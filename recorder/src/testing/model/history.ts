import type { Recording } from '@dictara/browser/recordings'
import { takeFromShelf } from '../../sending/shelf.ts'
import { clearUp } from '../../unsent/clear-up.ts'
import { listUnsent, maySend } from '../../unsent/unsent.ts'
import { actsIn } from './acts.ts'
import type { Fault } from './planted-faults.ts'
import { type Verdict, verdictOf } from './verdict.ts'
import { aWorld, type Tab, type World } from './world.ts'

/** The actions during which a tab may crash. */
const delicate = new Set([
  'discard',
  'undo',
  'finishDiscard',
  'later',
  'settle',
  'submit',
  'changeAroundSubmit',
  'away',
])

/** Plays one person with two computers of two tabs each. The seed decides the order of the actions. */
export async function runHistory(seed: number, steps: number, plant?: Fault): Promise<Verdict> {
  const world = aWorld(seed, plant)
  const { random, pick, time, computers, tabs } = world
  const { act, ofComputer } = actsIn(world)
  for (const computer of computers) for (let count = 0; count < 2; count += 1) world.openTab(computer)
  for (let step = 0; step < steps; step += 1) {
    await time.pass(Math.floor(random() * 8))
    world.lookAtPatients()
    for (const computer of computers) computer.nowMs += 1_000
    const dice = random()
    if (dice < 0.1) pick(ofComputer)(pick(computers))
    else if (dice < 0.12 && tabs.length > 0) world.crash(pick(tabs))
    else if (dice < 0.22) {
      const computer = pick(computers)
      if (tabs.filter((tab) => tab.computer === computer).length < 2) world.openTab(computer)
    } else if (tabs.length > 0) {
      const tab = pick(tabs)
      const name = act(tab)
      if (name && delicate.has(name) && random() < 0.15) {
        await time.pass(Math.floor(random() * 12))
        world.counts.crashesWithin += 1
        if (tab.isAlive) world.crash(tab)
      }
    }
  }
  await sendEverything(world)
  return verdictOf(world)
}

/** Restores the network, signs in, and sends everything that is offered, until nothing is left. */
async function sendEverything(world: World) {
  const { computers, tabs, time } = world
  for (const computer of computers) Object.assign(computer, { network: 'on', isSignedIn: true, isFull: false })
  for (const computer of computers) world.wakeAll(computer)
  await time.pass(400)
  world.lookAtPatients()
  while (tabs[0]) world.crash(tabs[0])
  for (let round = 0; round < 6; round += 1) {
    for (const computer of computers) {
      computer.nowMs += 60_000
      const tab = world.openTab(computer)
      await time.pass(20)
      await time.until(clearUp(tab.shelf), 'clearing up')
      await time.until(tab.outbox.look(), 'a look into the outbox')
      await time.until(tab.outbox.done(), 'the outbox')
      for (const one of await time.until(listUnsent(tab.shelf), 'the list'))
        if (one.at === 'here') await time.until(sendNow(world, tab, one.recording), 'what is here')
      world.lookAtPatients()
      if (round >= 2) await time.until(sendArrived(world, tab), 'what has arrived')
      while (tabs[0]) world.crash(tabs[0])
    }
  }
}

async function sendNow({ shown }: World, tab: Tab, { recordingId }: Recording) {
  const opened = await takeFromShelf(tab.shelf, recordingId)
  if (typeof opened === 'string') return
  const { recording } = opened
  if (maySend(recording)) {
    shown(recording.dictationId, recording.details.patient.pid)
    const meeting = await opened.submit().catch((error: Error) => error)
    // The person sees that the job belongs to another patient, and leaves it there.
    if (!(meeting instanceof Error) && meeting.kind === 'other-patient') await opened.forget()
    if (meeting instanceof Error && meeting.message.includes('not on this computer')) {
      opened.goWithoutLost()
      await opened.submit().catch(() => undefined)
    }
  }
  await opened.close()
}

async function sendArrived({ shown }: World, tab: Tab) {
  for (const one of await listUnsent(tab.shelf)) {
    if (one.at !== 'server') continue
    shown(one.dictation.dictationId, one.dictation.patientId)
    await tab.shelf.server.submitArrived(one.dictation).catch(() => undefined)
  }
}
