import type { KeptPart } from '@dictara/browser/kept-parts'
import type { Recording } from '@dictara/browser/recordings'
import type { OpenedRecording } from '../../sending/opened-recording.ts'
import { createOutbox, type Outbox } from '../../sending/outbox.ts'
import type { Shelf } from '../../sending/shelf.ts'
import { clearUp } from '../../unsent/clear-up.ts'
import { createDiscards, type Discards } from '../../unsent/discards.ts'
import { listUnsent, type Unsent } from '../../unsent/unsent.ts'
import { memoryServer } from './memory-server.ts'
import { aComputer, type Computer, shelfOf } from './model-computer.ts'
import type { Plant } from './planted-faults.ts'
import { randomOf, virtualTime } from './virtual-time.ts'

export interface Tab {
  isAlive: boolean
  computer: Computer
  shelf: Shelf
  outbox: Outbox
  discards: Discards
  rows: Unsent[]
  opened: OpenedRecording | undefined
  /** A take is running. */
  isLive: boolean
  /** Put away, and still being stored. */
  closing: Set<OpenedRecording>
  isBusy: boolean
  /** Pieces that were spoken here by their places, also while they are in memory only. */
  spoken: Map<string, Uint8Array<ArrayBuffer>>
}

/** What became of a spoken second, as a person knows it; `maybe`: a crash came between, and both are right. */
export type Fate = 'wanted' | 'retracted' | 'discarded' | 'maybe'

export const secondMs = 1_000
/** Longer than a history: nothing in it happens at a time of the machine. */
const noTime = 2_000_000_000
/** Which second a piece is, by the bytes that say so. */
export const secondOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset).getUint32(0)
export const without = (some: Set<number>, others: Set<number>) => [...some].filter((one) => !others.has(one))

export type World = ReturnType<typeof aWorld>

/** One person with two computers, a server, and what is known of every second that was spoken. */
export function aWorld(seed: number, plant: Plant = {}) {
  const random = randomOf(seed)
  const time = virtualTime(random)
  const honest = memoryServer()
  const server = plant.server?.(honest) ?? honest
  const computers = [aComputer(time, random), aComputer(time, random)]
  const tabs: Tab[] = []
  const fates = new Map<number, Fate>()
  /** As what the server knows it, when it knows it: which dictation in which version. */
  const retractions = new Map<number, { dictationId: string; version: number }>()
  /** Whom the page showed when the person pressed Send. */
  const shownAtSend = new Map<string, Set<string>>()
  const wrongPatient = new Set<string>()
  const counts = { elsewhere: 0, crashesWithin: 0 }
  let seconds = 0

  const quietly = (work: () => Promise<unknown>) => work().catch(() => undefined)
  const setFate = (some: Iterable<number>, fate: Fate) => {
    for (const second of some) if (fates.get(second) !== 'maybe') fates.set(second, fate)
  }

  const world = {
    random,
    time,
    server,
    computers,
    tabs,
    fates,
    retractions,
    wrongPatient,
    counts,
    quietly,
    setFate,
    pick: <T>(some: readonly T[]): T => some[Math.floor(random() * some.length)]!,
    shown: (dictationId: string, pid: string) =>
      void shownAtSend.set(dictationId, (shownAtSend.get(dictationId) ?? new Set()).add(pid)),

    /** Whoever a job is for by now was shown when it was sent, or moved there: looked at after every step, not at the end. */
    lookAtPatients() {
      for (const [dictationId, { job }] of server.dictations)
        if (job && !shownAtSend.get(dictationId)?.has(job.patientId))
          wrongPatient.add(`${job.jobNumber}: ${job.patientId}`)
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
        spoken: new Map(),
      } as unknown as Tab
      const shelf = shelfOf(server, computer, tab)
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

    /** The seconds that some parts keep, as far as their pieces are on this computer. */
    secondsIn(tab: Tab, { recordingId, takes }: Recording, parts: readonly KeptPart[]): Set<number> {
      const found = new Set<number>()
      const pieces = new Map([...tab.computer.pieces].map(([name, { bytes }]) => [name, bytes]))
      for (const [name, bytes] of tab.spoken) pieces.set(name, bytes)
      for (const { take, startMs, endMs } of parts) {
        const count = takes.find((one) => one.take === take)?.chunks ?? 0
        for (let number = Math.ceil(startMs / secondMs); number < count; number += 1) {
          const bytes = pieces.get(`${recordingId}/${take}/${number}`)
          if (bytes && number * secondMs < (endMs ?? Number.POSITIVE_INFINITY)) found.add(secondOf(bytes))
        }
      }
      return found
    },

    speak(tab: Tab, opened: OpenedRecording, count: number) {
      for (let left = count; left > 0; left -= 1) {
        seconds += 1
        const bytes = new Uint8Array(4)
        new DataView(bytes.buffer).setUint32(0, seconds)
        fates.set(seconds, 'wanted')
        const before = new Map(opened.recording.takes.map(({ take, chunks }) => [take, chunks]))
        opened.addPiece({ bytes, durationMs: secondMs, peaks: [] })
        const { recordingId, takes } = opened.recording
        const grown = takes.find(({ take, chunks }) => chunks > (before.get(take) ?? 0))!
        tab.spoken.set(`${recordingId}/${grown.take}/${grown.chunks - 1}`, bytes)
      }
    },
    endTake(tab: Tab) {
      if (tab.isLive) tab.opened?.endTake()
      tab.isLive = false
    },
    retract(opened: OpenedRecording, some: readonly number[]) {
      const { dictationId, version } = opened.recording
      setFate(some, 'retracted')
      for (const second of some) retractions.set(second, { dictationId, version })
    },

    async close(tab: Tab, opened: OpenedRecording) {
      tab.closing.add(opened)
      await opened.close()
      tab.closing.delete(opened)
    },
    /** All that a tab holds is gone with it; what was not stored yet may be on the server or nowhere. */
    crash(tab: Tab) {
      tab.isAlive = false
      tabs.splice(tabs.indexOf(tab), 1)
      for (const opened of new Set([tab.opened, ...tab.closing])) if (opened) forgetUnstored(tab, opened)
    },
    wakeAll(computer: Computer) {
      for (const tab of tabs) {
        if (tab.computer !== computer) continue
        tab.opened?.sendNow()
        tab.outbox.wake()
      }
    },
  }

  function forgetUnstored(tab: Tab, opened: OpenedRecording) {
    const { recordingId, kept, before } = opened.recording
    const stored = tab.computer.stored.get(recordingId)
    const now = world.secondsIn(tab, opened.recording, kept)
    const then = stored ? world.secondsIn(tab, stored, stored.kept) : new Set<number>()
    const onDisk = new Set([...tab.computer.pieces.values()].map(({ bytes }) => secondOf(bytes)))
    for (const second of now) if (!onDisk.has(second)) fates.set(second, 'maybe')
    // gone from here since all of it is in a job, and removed by hash: nothing is uncertain
    const isSame = JSON.stringify(stored?.kept) === JSON.stringify(kept)
    if (!isSame) {
      for (const second of [...without(now, then), ...without(then, now)]) fates.set(second, 'maybe')
      for (const second of before ? world.secondsIn(tab, opened.recording, before) : []) fates.set(second, 'maybe')
    }
    void opened.close().catch(() => undefined)
  }

  return world
}
