import { type KeptPart, partsOf } from '@dictara/browser/kept-parts'
import type { Recording } from '@dictara/browser/recordings'
import type { OpenedRecording } from '../../sending/opened-recording.ts'
import { createOutbox, type Outbox } from '../../sending/outbox.ts'
import type { Shelf } from '../../sending/shelf.ts'
import { clearUp } from '../../unsent/clear-up.ts'
import { createDiscards, type Discards } from '../../unsent/discards.ts'
import { listUnsent, type Unsent } from '../../unsent/unsent.ts'
import { fatesAfterCrash } from './after-crash.ts'
import type { Fate, OnItsWay } from './fates.ts'
import { type MemoryServer, memoryServer } from './memory-server.ts'
import { aComputer, type Computer, shelfOf } from './model-computer.ts'
import type { Fault } from './planted-faults.ts'
import { randomOf, virtualTime } from './virtual-time.ts'

export interface Tab {
  isAlive: boolean
  computer: Computer
  shelf: Shelf
  outbox: Outbox
  discards: Discards
  rows: Unsent[]
  opened: OpenedRecording | undefined
  /** Whether a take is running. */
  isLive: boolean
  /** Recordings that the person has put away and that are still being stored. */
  closing: Set<OpenedRecording>
  isBusy: boolean
}

export const secondMs = 1_000
/** Longer than any history, so that the clock of the machine triggers nothing. */
const noTime = 2_000_000_000
/** Returns the number of a second, which its piece holds as bytes. */
export const secondOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset).getUint32(0)
export const without = (some: Set<number>, others: Set<number>) => [...some].filter((one) => !others.has(one))

const openIn = ({ closing, opened }: Tab): Recording[] =>
  [...closing, ...(opened ? [opened] : [])].map(({ recording }) => recording)

export type World = ReturnType<typeof aWorld>

/** One person with two computers and a server, and the fate of every spoken second. */
export function aWorld(seed: number, plant: Fault = {}) {
  const random = randomOf(seed)
  const time = virtualTime(random)
  const honest = memoryServer()
  const tried = plant.server?.(honest) ?? honest
  const server: MemoryServer = {
    ...tried,
    begin(body) {
      const answer = tried.begin(body)
      if (answer.version === (body.version ?? 0)) noteRetracted(body.dictationId, body.cuts ?? null)
      return answer
    },
    // A recording discarded here may still be stored on its own computer, but the changes made here are gone.
    drop(dictationId) {
      const job = tried.drop(dictationId)
      if (!job) for (const told of toldRetracted) if (told.startsWith(`${dictationId}/`)) toldRetracted.delete(told)
      return job
    },
  }
  const computers = [aComputer(time, random), aComputer(time, random)]
  const tabs: Tab[] = []
  const fates = new Map<number, Fate>()
  /** The place of each second in each recording, including those only in memory. */
  const places = new Map<string, Map<string, number>>()
  const onItsWay = new Set<OnItsWay>()
  /** The seconds that the server knows as retracted, as `dictationId/second`. */
  const toldRetracted = new Set<string>()
  /** The patients shown when the person pressed Send. */
  const shownAtSend = new Map<string, Set<string>>()
  const wrongPatient = new Set<string>()
  const counts = { elsewhere: 0, crashesWithin: 0 }
  let seconds = 0

  const quietly = (work: () => Promise<unknown>) => work().catch(() => undefined)
  const setFate = (some: Iterable<number>, fate: Fate) => {
    for (const second of some) if (!['maybe', 'gone'].includes(fates.get(second) ?? '')) fates.set(second, fate)
  }

  const world = {
    random,
    time,
    server,
    computers,
    tabs,
    fates,
    toldRetracted,
    wrongPatient,
    counts,
    quietly,
    setFate,
    pick: <T>(some: readonly T[]): T => some[Math.floor(random() * some.length)]!,
    shown: (dictationId: string, pid: string) =>
      void shownAtSend.set(dictationId, (shownAtSend.get(dictationId) ?? new Set()).add(pid)),

    /**
     * Checks that the page showed the current patient of each job when it was sent or moved there. Runs after every
     * step, not only at the end.
     */
    lookAtPatients() {
      for (const [dictationId, { job }] of server.dictations)
        if (job && !shownAtSend.get(dictationId)?.has(job.patientId))
          wrongPatient.add(`${job.jobNumber}: ${job.patientId}`)
    },

    /**
     * The person goes on with a recording as the page shows it, while the server has a newer update of a crashed page.
     * Where the two differ, both are right, because the person has seen this state.
     */
    goesOn({ recording }: OpenedRecording) {
      const known = server.dictations.get(recording.dictationId)
      if (!known || (known.body.version ?? 0) <= recording.version) return
      const own = recording.takes.filter(({ take }) => take >= (recording.follows?.fromTake ?? 0))
      const seen = world.secondsIn(recording, recording.kept)
      const told = world.secondsIn(recording, partsOf((known.job ?? known.body).cuts ?? null, own))
      setFate([...without(seen, told), ...without(told, seen)], 'maybe')
    },

    openTab(computer: Computer): Tab {
      const tab = {
        isAlive: true,
        computer,
        rows: [] as Unsent[],
        opened: undefined,
        isLive: false,
        closing: new Set(),
        isBusy: false,
      } as unknown as Tab
      const shelf = shelfOf(server, computer, tab, onItsWay)
      tab.shelf = plant.shelf?.(shelf) ?? shelf
      tab.outbox = createOutbox(tab.shelf, () => undefined)
      tab.discards = createDiscards(tab.shelf, () => undefined, noTime)
      tabs.push(tab)
      void quietly(async () => {
        await clearUp(tab.shelf)
        await world.refresh(tab)
      })
      return tab
    },
    async refresh(tab: Tab) {
      await tab.outbox.look()
      tab.rows = await listUnsent(tab.shelf)
    },

    /** Returns a recording as it will be stored when the tab that has it open puts it away. */
    newestOf(computer: Computer, recordingId: string): Recording | undefined {
      const open = tabs.filter((tab) => tab.computer === computer).flatMap((tab) => openIn(tab))
      return open.find((one) => one.recordingId === recordingId) ?? computer.stored.get(recordingId)
    },
    /**
     * Returns the seconds that some parts of a recording keep, out of everything that was spoken there, even if its
     * page lacks it.
     */
    secondsIn({ recordingId }: Pick<Recording, 'recordingId'>, parts: readonly KeptPart[]): Set<number> {
      const found = new Set<number>()
      for (const [place, second] of places.get(recordingId) ?? []) {
        const [take, number] = place.split('/').map(Number)
        const fromMs = number! * secondMs
        const isIn = (part: KeptPart) =>
          part.take === take && fromMs >= part.startMs && fromMs < (part.endMs ?? Number.POSITIVE_INFINITY)
        if (parts.some(isIn)) found.add(second)
      }
      return found
    },

    speak(opened: OpenedRecording, count: number) {
      for (let left = count; left > 0; left -= 1) {
        seconds += 1
        const bytes = new Uint8Array(4)
        new DataView(bytes.buffer).setUint32(0, seconds)
        fates.set(seconds, 'wanted')
        const before = new Map(opened.recording.takes.map(({ take, chunks }) => [take, chunks]))
        opened.addPiece({ bytes, durationMs: secondMs, peaks: [] })
        const { recordingId, takes } = opened.recording
        const grown = takes.find(({ take, chunks }) => chunks > (before.get(take) ?? 0))!
        if (!places.has(recordingId)) places.set(recordingId, new Map())
        places.get(recordingId)!.set(`${grown.take}/${grown.chunks - 1}`, seconds)
      }
    },
    endTake(tab: Tab) {
      if (tab.isLive) tab.opened?.endTake()
      tab.isLive = false
    },

    async close(tab: Tab, opened: OpenedRecording) {
      tab.closing.add(opened)
      await opened.close()
      tab.closing.delete(opened)
    },
    /** Crashes a tab. Its memory is lost; data that was not stored is on the server, on its way, or nowhere. */
    crash(tab: Tab) {
      tab.isAlive = false
      tabs.splice(tabs.indexOf(tab), 1)
      for (const opened of new Set([tab.opened, ...tab.closing])) if (opened) forgetMemory(tab, opened)
    },
    wakeAll(computer: Computer) {
      for (const tab of tabs) {
        if (tab.computer !== computer) continue
        tab.opened?.sendNow()
        tab.outbox.wake()
      }
    },
  }

  function noteRetracted(dictationId: string, cuts: Parameters<typeof partsOf>[0]) {
    const known = [...computers.flatMap(({ stored }) => [...stored.values()]), ...tabs.flatMap((tab) => openIn(tab))]
    const recording = known.findLast((one) => one.dictationId === dictationId)
    if (!recording) return
    const kept = world.secondsIn(recording, partsOf(cuts, recording.takes))
    for (const second of places.get(recording.recordingId)?.values() ?? [])
      if (kept.has(second)) toldRetracted.delete(`${dictationId}/${second}`)
      else if (fates.get(second) === 'retracted') toldRetracted.add(`${dictationId}/${second}`)
  }

  function forgetMemory({ computer }: Tab, opened: OpenedRecording) {
    const { recording } = opened
    const secondAt = places.get(recording.recordingId) ?? new Map<string, number>()
    const { secondsIn } = world
    const crashed = { inMemory: recording, computer, server, onItsWay, secondAt, secondsIn }
    for (const [second, fate] of fatesAfterCrash(crashed))
      if (fates.get(second) !== 'discarded') setFate([second], fate)
    void opened.close().catch(() => undefined)
  }

  return world
}
