import { cutAfter, type KeptPart } from '@dictara/browser/kept-parts'
import { newRecording } from '@dictara/browser/new-recording'
import type { Recording, RecordingDetails } from '@dictara/browser/recordings'
import type { OpenedRecording } from '../sending/opened-recording.ts'
import { createOutbox, type Outbox } from '../sending/outbox.ts'
import { openNew, type Shelf, takeFromShelf } from '../sending/shelf.ts'
import { clearUp } from '../unsent/clear-up.ts'
import { createDiscards, type Discards } from '../unsent/discards.ts'
import { listUnsent, maySend, type Unsent } from '../unsent/unsent.ts'
import { memoryServer } from './memory-server.ts'
import { aComputer, type Computer, type Network, shelfOf, turn, turns } from './model-computer.ts'

interface Tab {
  isAlive: boolean
  computer: Computer
  shelf: Shelf
  outbox: Outbox
  discards: Discards
  rows: Unsent[]
  opened: OpenedRecording | undefined
  /** Put away, and still being stored. */
  closing: Set<OpenedRecording>
  isBusy: boolean
}

/** What became of a spoken second, as a person knows it. */
type Fate = 'wanted' | 'retracted' | 'discarded' | 'maybe'

export interface Verdict {
  lost: number[]
  doubled: number[]
  wrongPatient: string[]
  /** What the history was made of, to see that it says something. */
  told: { wanted: number; jobs: number; rests: number }
}

const secondMs = 1_000
const patients = ['amara', 'greta', 'walter']
const networks: Network[] = ['on', 'on', 'on', 'off', 'slow', 'dead', 'flaky']

/** Numbers between 0 and 1 that follow from a seed. */
export function randomOf(seed: number) {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const without = (some: Set<number>, others: Set<number>) => [...some].filter((one) => !others.has(one))
const differing = (some: Set<number>, others: Set<number>) => [...without(some, others), ...without(others, some)]

const detailsOf = (pid: string): RecordingDetails => ({
  facility: { facilityId: 'f', facilityName: 'Harbour' },
  patient: { pid, firstName: pid, lastName: '', birthDate: '1961-03-12', medicalRecordNumber: '1' },
  template: null,
  workType: null,
})

/** One person, two computers with two tabs each, and what they do in an order that follows from the seed. */
export async function runHistory(seed: number, steps: number): Promise<Verdict> {
  const random = randomOf(seed)
  const pick = <T>(some: readonly T[]): T => some[Math.floor(random() * some.length)]!
  const server = memoryServer()
  const computers = [aComputer(random), aComputer(random)]
  const tabs: Tab[] = []
  let seconds = 0
  const fates = new Map<number, Fate>()
  /** Which second a piece is, by the bytes that say so. */
  const secondOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset).getUint32(0)
  /** Whom the page showed when the person pressed Send. */
  const shownAtSend = new Map<string, Set<string>>()
  const shown = (dictationId: string, pid: string) =>
    shownAtSend.set(dictationId, (shownAtSend.get(dictationId) ?? new Set()).add(pid))
  const rests = new Set<string>()

  function openTab(computer: Computer) {
    const tab = {
      isAlive: true,
      computer,
      rows: [] as Unsent[],
      opened: undefined,
      closing: new Set(),
      isBusy: false,
    } as unknown as Tab
    tab.shelf = shelfOf(server, computer, tab)
    tab.outbox = createOutbox(tab.shelf, () => undefined)
    tab.discards = createDiscards(tab.shelf, () => undefined, 2_000_000_000)
    tabs.push(tab)
    void quietly(async () => {
      await clearUp(tab.shelf)
      await refresh(tab)
    })
    return tab
  }
  const quietly = (work: () => Promise<unknown>) => work().catch(() => undefined)
  async function refresh(tab: Tab) {
    await tab.outbox.look()
    tab.rows = await listUnsent(tab.shelf)
  }

  /** The seconds that some parts keep, as far as their pieces are on this computer. */
  async function secondsIn({ recordingId }: Recording, parts: readonly KeptPart[], tab: Tab, opened?: OpenedRecording) {
    const found: number[] = []
    for (const { take, startMs, endMs } of parts) {
      const known = opened?.recording.takes.find((one) => one.take === take)
      for (const [name, piece] of [...tab.computer.pieces, ...unwritten(tab, recordingId)]) {
        const [id, ofTake, number] = name.split('/')
        const from = Number(number) * secondMs
        if (id !== recordingId || Number(ofTake) !== take || (known && Number(number) >= known.chunks)) continue
        if (from >= startMs && from < (endMs ?? Number.POSITIVE_INFINITY)) found.push(secondOf(piece.bytes))
      }
    }
    return new Set(found)
  }
  /** Pieces of this tab by their places, also while they are in memory only. */
  const spoken = new Map<Tab, Map<string, { bytes: Uint8Array }>>()
  const unwritten = (tab: Tab, recordingId: string) =>
    [...(spoken.get(tab) ?? [])].filter(([name]) => name.startsWith(`${recordingId}/`))

  const setFate = (some: Iterable<number>, fate: Fate) => {
    for (const second of some) if (fates.get(second) !== 'maybe') fates.set(second, fate)
  }

  function speak(tab: Tab, count: number) {
    const { opened } = tab
    if (!opened) return
    for (let left = count; left > 0; left -= 1) {
      seconds += 1
      const bytes = new Uint8Array(4)
      new DataView(bytes.buffer).setUint32(0, seconds)
      fates.set(seconds, 'wanted')
      opened.addPiece({ bytes, durationMs: secondMs, peaks: [] })
      const take = opened.recording.takes.find(({ chunks }, index, all) => index === all.length - 1 && chunks > 0)!
      const mine = spoken.get(tab) ?? new Map()
      spoken.set(tab, mine.set(`${opened.recording.recordingId}/${take.take}/${take.chunks - 1}`, { bytes }))
    }
  }

  const isAsked = (opened: OpenedRecording) => opened.recording.submitAskedAt !== null
  const isLive = (tab: Tab) => live.has(tab)
  const live = new Set<Tab>()
  const endTake = (tab: Tab) => {
    if (live.delete(tab)) tab.opened?.endTake()
  }

  /** All that a tab holds is gone with it; what was not stored yet may be on the server or nowhere. */
  async function crash(tab: Tab) {
    tab.isAlive = false
    tabs.splice(tabs.indexOf(tab), 1)
    live.delete(tab)
    for (const opened of new Set([tab.opened, ...tab.closing])) if (opened) await forgetUnstored(tab, opened)
  }
  async function close(tab: Tab, opened: OpenedRecording) {
    tab.closing.add(opened)
    await opened.close()
    tab.closing.delete(opened)
  }
  async function forgetUnstored(tab: Tab, opened: OpenedRecording) {
    const { recordingId, kept, before } = opened.recording
    const stored = tab.computer.stored.get(recordingId)
    const now = await secondsIn(opened.recording, kept, tab)
    const then = stored ? await secondsIn(stored, stored.kept, tab) : new Set<number>()
    const isSame = JSON.stringify(stored?.kept) === JSON.stringify(kept)
    for (const second of now)
      if (![...tab.computer.pieces.values()].some(({ bytes }) => secondOf(bytes) === second)) fates.set(second, 'maybe')
    if (!isSame) for (const second of differing(now, then)) fates.set(second, 'maybe')
    if (stored && stored.takes.length < opened.recording.takes.length)
      for (const second of differing(now, then)) fates.set(second, 'maybe')
    for (const second of before ? await secondsIn(opened.recording, before, tab) : [])
      if (!isSame) fates.set(second, 'maybe')
    void opened.close().catch(() => undefined)
  }

  async function putAway(tab: Tab) {
    endTake(tab)
    const { opened } = tab
    tab.opened = undefined
    if (opened) void quietly(() => close(tab, opened)).then(() => tab.isAlive && quietly(() => refresh(tab)))
  }

  function submit(tab: Tab) {
    const { opened } = tab
    if (!opened || isAsked(opened) || opened.meeting?.kind === 'other-patient') return
    if (opened.recording.kept.length === 0 || opened.upcoming) return
    endTake(tab)
    shown(opened.recording.dictationId, opened.recording.details.patient.pid)
    void quietly(async () => {
      const { kind } = await opened.submit()
      if (kind === 'sent' && tab.opened === opened) {
        tab.opened = undefined
        await close(tab, opened)
      }
    })
  }

  async function take(tab: Tab, recording: Recording, andSend: boolean) {
    await tab.outbox.stop(recording.recordingId)
    const opened = await takeFromShelf(tab.shelf, recording.recordingId)
    if (typeof opened === 'string') return void (await refresh(tab))
    tab.opened = opened
    if (opened.recording.submitAskedAt !== null) void quietly(() => opened.submit())
    else if (andSend) submit(tab)
  }

  async function discard(tab: Tab, one: Unsent) {
    const before = one.at === 'here' ? tab.computer.stored.get(one.recording.recordingId) : undefined
    const mine = before ? await secondsIn(before, [...before.kept, ...(before.before ?? [])], tab) : new Set<number>()
    const dictationId = one.at === 'server' ? one.dictation.dictationId : (before?.dictationId ?? '')
    const arrived = [...(server.dictations.get(dictationId)?.chunks.values() ?? [])].map(({ bytes }) => secondOf(bytes))
    // what is discarded on the server may still be on the computer that it came from, and is then offered again
    const wanted = one.at === 'server' ? [] : [...mine, ...arrived].filter((second) => fates.get(second) === 'wanted')
    // a tab may crash after it was marked
    setFate(wanted, 'discarded')
    await tab.discards.discard(one)
    if (tab.discards.discarded?.one !== one) return setFate(wanted, 'wanted')
    if (one.at === 'server') for (const second of arrived) fates.set(second, 'maybe')
  }
  async function undo(tab: Tab) {
    const { discarded } = tab.discards
    if (!discarded) return
    const { one } = discarded
    await tab.discards.undo()
    if (one.at !== 'here') return
    const back = tab.computer.stored.get(one.recording.recordingId)
    if (back)
      for (const second of await secondsIn(back, back.kept, tab))
        if (fates.get(second) === 'discarded') fates.set(second, 'wanted')
  }

  const onDesk: Record<string, (tab: Tab, opened: OpenedRecording) => unknown> = {
    speak: (tab, opened) => {
      if (isAsked(opened) || opened.meeting?.kind === 'other-patient') return
      if (!isLive(tab)) opened.startTake('audio/webm')
      live.add(tab)
      speak(tab, 1 + Math.floor(random() * 3))
    },
    stop: (tab) => endTake(tab),
    again: async (tab, opened) => {
      if (isAsked(opened) || opened.meeting?.kind === 'other-patient' || opened.upcoming) return
      endTake(tab)
      const { recording } = opened
      const length = (await secondsIn(recording, recording.kept, tab, opened)).size
      if (length === 0 || tab.opened !== opened || isAsked(opened)) return
      const after = cutAfter(recording.kept, recording.takes, Math.floor(random() * length) * secondMs)
      const before = await secondsIn(recording, recording.kept, tab, opened)
      const left = await secondsIn(recording, after, tab, opened)
      if (tab.opened !== opened || opened.recording !== recording || isAsked(opened)) return
      opened.startTake('audio/webm', after)
      live.add(tab)
      // no microphone: nothing is changed
      if (random() < 0.3) return endTake(tab)
      speak(tab, 1 + Math.floor(random() * 2))
      setFate(without(before, left), 'retracted')
    },
    asBefore: async (tab, opened) => {
      const { recording } = opened
      if (isAsked(opened) || isLive(tab) || !recording.before) return
      const back = await secondsIn(recording, recording.before, tab, opened)
      const now = await secondsIn(recording, recording.kept, tab, opened)
      if (tab.opened !== opened || opened.recording !== recording) return
      opened.keepAsBefore()
      setFate(without(now, back), 'retracted')
      for (const second of back) if (fates.get(second) === 'retracted') fates.set(second, 'wanted')
    },
    details: (tab, opened) => {
      if (!isAsked(opened) && !isLive(tab) && !opened.meeting) opened.changeDetails(detailsOf(pick(patients)))
    },
    submit: (tab) => submit(tab),
    wait: (_tab, opened) => {
      if (isAsked(opened) && ['waiting', 'signed-out'].includes(opened.progress.phase)) opened.waitWithSubmit()
    },
    later: (tab) => putAway(tab),
    discard: async (tab, opened) => {
      if (isAsked(opened)) return
      endTake(tab)
      tab.opened = undefined
      await close(tab, opened)
      await discard(tab, { at: 'here', recording: opened.recording, isHeld: false, isWhole: true })
    },
    settle: async (tab, opened) => {
      if (opened.meeting?.kind !== 'other-patient') return
      const { job } = opened.meeting
      if (random() < 0.5) await tab.shelf.server.changePatient(job.jobId, opened.recording.details.patient.pid)
      await opened.forget()
      tab.opened = undefined
      await close(tab, opened)
    },
  }
  const onList: Record<string, (tab: Tab) => unknown> = {
    record: async (tab) => {
      tab.opened = await openNew(tab.shelf, {
        ...newRecording(detailsOf(pick(patients))),
        createdAt: tab.computer.nowMs,
      })
      tab.opened.startTake('audio/webm')
      live.add(tab)
      speak(tab, 1 + Math.floor(random() * 3))
    },
    open: (tab) => {
      const one = pick(tab.rows)
      if (one?.at === 'here') return take(tab, one.recording, false)
    },
    send: async (tab) => {
      const one = pick(tab.rows)
      if (one?.at === 'here') return maySend(one.recording) && take(tab, one.recording, true)
      if (!one) return
      shown(one.dictation.dictationId, one.dictation.patientId)
      await tab.shelf.server.submitArrived(one.dictation).catch(() => undefined)
      await refresh(tab)
    },
    discard: (tab) => {
      const one = pick(tab.rows)
      if (one && random() < 0.4) return discard(tab, one)
    },
    undo,
    finishDiscard: (tab) => tab.discards.finish(),
    refresh,
  }

  const ofComputer: Record<string, (computer: Computer) => unknown> = {
    network: (computer) => void (computer.network = pick(networks)),
    session: (computer) => {
      computer.isSignedIn = !computer.isSignedIn || random() < 0.6
      if (computer.isSignedIn) wakeAll(computer)
    },
    full: (computer) => void (computer.isFull = random() < 0.3),
    crash: async (computer) => {
      for (const tab of tabs.filter((one) => one.computer === computer)) await crash(tab)
    },
    time: (computer) => void (computer.nowMs += 20_000),
  }
  const wakeAll = (computer: Computer) => {
    for (const tab of tabs) {
      if (tab.computer !== computer) continue
      tab.opened?.sendNow()
      tab.outbox.wake()
    }
  }

  /** One thing at a time in a tab; tabs and computers do theirs meanwhile. */
  function act(tab: Tab) {
    if (tab.isBusy) return
    const { opened } = tab
    const sent = opened?.meeting?.kind === 'sent'
    tab.isBusy = true
    void quietly(async () => {
      if (sent && opened) {
        endTake(tab)
        tab.opened = undefined
        await close(tab, opened)
      } else {
        const acts: Record<string, (tab: Tab, opened: OpenedRecording) => unknown> = opened ? onDesk : onList
        const name = pick([opened ? 'speak' : 'record', ...Object.keys(acts)])
        await acts[name]!(tab, opened!)
      }
    }).then(() => (tab.isBusy = false))
  }

  for (const computer of computers) for (let count = 0; count < 2; count += 1) openTab(computer)
  for (let step = 0; step < steps; step += 1) {
    await turns(Math.floor(random() * 6))
    for (const computer of computers) computer.nowMs += 1_000
    const dice = random()
    if (dice < 0.1) await pick(Object.values(ofComputer))(pick(computers))
    else if (dice < 0.14 && tabs.length > 0) await crash(pick(tabs))
    else if (dice < 0.2) {
      const computer = pick(computers)
      if (tabs.filter((tab) => tab.computer === computer).length < 2) openTab(computer)
    } else if (tabs.length > 0) act(pick(tabs))
  }

  await finish()
  return judge()

  /** The network is back, the person signs in, and sends everything that is offered, until nothing is. */
  async function finish() {
    for (const computer of computers) Object.assign(computer, { network: 'on', isSignedIn: true, isFull: false })
    for (const computer of computers) wakeAll(computer)
    await turns(200)
    while (tabs[0]) await crash(tabs[0])
    for (let round = 0; round < 8; round += 1) {
      for (const computer of computers) {
        computer.nowMs += 60_000
        const tab = openTab(computer)
        await turns(10)
        await clearUp(tab.shelf)
        await tab.outbox.look()
        await settled(tab.outbox.done(), 'the outbox')
        for (const one of await listUnsent(tab.shelf)) if (one.at === 'here') await sendNow(tab, one.recording)
        if (round >= 2) await sendArrived(tab)
        while (tabs[0]) await crash(tabs[0])
      }
    }
  }
  async function sendNow(tab: Tab, { recordingId }: Recording) {
    const opened = await takeFromShelf(tab.shelf, recordingId)
    if (typeof opened === 'string') return
    const { recording } = opened
    if (recording.follows) rests.add(recording.dictationId)
    if (maySend(recording)) {
      shown(recording.dictationId, recording.details.patient.pid)
      const meeting = await settled(opened.submit(), 'a submit').catch((error: Error) => error)
      if (!(meeting instanceof Error) && meeting.kind === 'other-patient') await opened.forget()
      if (meeting instanceof Error && meeting.message.includes('not on this computer')) {
        opened.goWithoutLost()
        await settled(opened.submit(), 'a submit without what is lost').catch(() => undefined)
      }
    }
    await opened.close()
  }
  async function sendArrived(tab: Tab) {
    for (const one of await listUnsent(tab.shelf)) {
      if (one.at !== 'server') continue
      shown(one.dictation.dictationId, one.dictation.patientId)
      await tab.shelf.server.submitArrived(one.dictation).catch(() => undefined)
    }
  }
  async function settled<T>(work: Promise<T>, what: string): Promise<T> {
    let isOver = false
    const over = () => (isOver = true)
    void work.then(over, over)
    for (let left = 20_000; left > 0 && !isOver; left -= 1) await turn()
    if (!isOver) throw new Error(`${what} never settled`)
    return work
  }

  function judge(): Verdict {
    const heard = new Map<number, number>()
    const wrongPatient: string[] = []
    for (const [dictationId, { job, chunks, body }] of server.dictations) {
      if (!job) continue
      if (!shownAtSend.get(dictationId)?.has(body.patientId)) wrongPatient.push(`${job.jobNumber}: ${body.patientId}`)
      for (const { take, chunks: count } of job.takes) {
        for (let number = 0; number < count; number += 1) {
          const piece = chunks.get(`${take}/${number}`)
          const from = number * secondMs
          const cuts = job.cuts ?? [{ take, startMs: 0, endMs: Number.POSITIVE_INFINITY }]
          const times = cuts.filter((cut) => cut.take === take && from >= cut.startMs && from < cut.endMs).length
          if (piece) heard.set(secondOf(piece.bytes), (heard.get(secondOf(piece.bytes)) ?? 0) + times)
        }
      }
    }
    return {
      lost: [...fates].filter(([second, fate]) => fate === 'wanted' && !heard.get(second)).map(([second]) => second),
      doubled: [...heard].filter(([, times]) => times > 1).map(([second]) => second),
      wrongPatient,
      told: {
        wanted: [...fates.values()].filter((fate) => fate === 'wanted').length,
        jobs: [...server.dictations.values()].filter(({ job }) => job).length,
        rests: rests.size,
      },
    }
  }
}
