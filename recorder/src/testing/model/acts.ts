import { cutAfter, keptMs } from '@dictara/browser/kept-parts'
import { newRecording } from '@dictara/browser/new-recording'
import type { Recording, RecordingDetails } from '@dictara/browser/recordings'
import type { OpenedRecording } from '../../sending/opened-recording.ts'
import { openNew, takeFromShelf } from '../../sending/shelf.ts'
import { maySend, type Unsent } from '../../unsent/unsent.ts'
import type { Computer, Network } from './model-computer.ts'
import { secondMs, secondOf, type Tab, without, type World } from './world.ts'

const patients = ['amara', 'greta', 'walter']
const networks: Network[] = ['on', 'on', 'on', 'off', 'slow', 'dead', 'flaky', 'deaf', 'deaf']

const detailsOf = (pid: string): RecordingDetails => ({
  facility: { facilityId: 'f', facilityName: 'Harbour' },
  patient: { pid, firstName: pid, lastName: '', birthDate: '1961-03-12', medicalRecordNumber: '1' },
  template: null,
  workType: null,
})

/** The actions of a person on the desk and in the list, and the events of a computer. */
export function actsIn(world: World) {
  const { random, pick, quietly, shown, setFate } = world
  const isAsked = (opened: OpenedRecording) => opened.recording.submitAskedAt !== null
  const isAnothers = (opened: OpenedRecording) => opened.meeting?.kind === 'other-patient'

  function submit(tab: Tab) {
    const { opened } = tab
    if (!opened || isAsked(opened) || isAnothers(opened)) return
    if (opened.recording.kept.length === 0 || opened.upcoming) return
    world.endTake(tab)
    shown(opened.recording.dictationId, opened.recording.details.patient.pid)
    void quietly(async () => {
      const { kind } = await opened.submit()
      if (kind === 'sent' && tab.opened === opened) {
        tab.opened = undefined
        await world.close(tab, opened)
      }
    })
  }

  async function take(tab: Tab, recording: Recording, andSend: boolean) {
    await tab.outbox.stop(recording.recordingId)
    const opened = await takeFromShelf(tab.shelf, recording.recordingId)
    if (typeof opened === 'string') return void (await world.refresh(tab))
    tab.opened = opened
    if (isAsked(opened)) void quietly(() => opened.submit())
    else if (andSend) submit(tab)
  }

  /** If two tabs discard a recording at once, the refusal of one may come last. The recording stays discarded. */
  const discarding = new Map<string, { tabs: number; wanted: Set<number>; isDone: boolean }>()

  async function discard(tab: Tab, one: Unsent) {
    const stored = one.at === 'here' ? world.newestOf(tab.computer, one.recording.recordingId) : undefined
    const mine = stored ? world.secondsIn(stored, [...stored.kept, ...(stored.before ?? [])]) : new Set<number>()
    const dictationId = one.at === 'server' ? one.dictation.dictationId : (stored?.dictationId ?? '')
    const arrived = [...(world.server.dictations.get(dictationId)?.chunks.values() ?? [])].map(({ bytes }) =>
      secondOf(bytes),
    )
    // A recording discarded on the server may still be on its own computer, which then offers it again.
    const discarded = one.at === 'server' ? [] : [...mine, ...arrived]
    const wanted = discarded.filter((second) => world.fates.get(second) === 'wanted')
    // The tab may crash while it discards, so set the fate first.
    setFate(wanted, 'discarded')
    const together = discarding.get(dictationId) ?? { tabs: 0, wanted: new Set<number>(), isDone: false }
    discarding.set(dictationId, together)
    together.tabs += 1
    for (const second of wanted) together.wanted.add(second)
    await tab.discards.discard(one)
    const isDone = tab.discards.discarded?.one === one
    together.tabs -= 1
    together.isDone ||= isDone
    if (together.tabs === 0) {
      discarding.delete(dictationId)
      if (!together.isDone)
        setFate(
          [...together.wanted].filter((second) => world.fates.get(second) === 'discarded'),
          'wanted',
        )
    }
    if (!isDone) return
    if (one.at === 'server') for (const second of arrived) world.fates.set(second, 'maybe')
  }

  async function undo(tab: Tab) {
    const { discarded } = tab.discards
    if (!discarded) return
    const { one } = discarded
    await tab.discards.undo()
    const back = one.at === 'here' ? tab.computer.stored.get(one.recording.recordingId) : undefined
    for (const second of back ? world.secondsIn(back, back.kept) : [])
      if (world.fates.get(second) === 'discarded') setFate([second], 'wanted')
  }

  async function putAway(tab: Tab) {
    world.endTake(tab)
    const { opened } = tab
    tab.opened = undefined
    if (opened)
      void quietly(() => world.close(tab, opened)).then(() => tab.isAlive && quietly(() => world.refresh(tab)))
  }

  /** Sends the sound that has arrived from the other computer, which may go on recording meanwhile. */
  async function sendFromElsewhere(tab: Tab) {
    if (random() < 0.8) await world.refresh(tab)
    const one = pick(tab.rows.filter(({ at }) => at === 'server'))
    if (one?.at !== 'server') return
    // The person looks at the list for a while.
    if (random() < 0.5) await world.time.turns(Math.floor(random() * 40))
    world.counts.elsewhere += 1
    shown(one.dictation.dictationId, one.dictation.patientId)
    await tab.shelf.server.submitArrived(one.dictation).catch(() => undefined)
    await world.refresh(tab)
  }

  function changeDetails(opened: OpenedRecording) {
    if (isAsked(opened) || opened.meeting) return
    world.goesOn(opened)
    opened.changeDetails(detailsOf(pick(patients)))
  }

  const onDesk: Record<string, (tab: Tab, opened: OpenedRecording) => unknown> = {
    speak(tab, opened) {
      if (isAsked(opened) || isAnothers(opened)) return
      world.goesOn(opened)
      if (!tab.isLive) opened.startTake('audio/webm')
      tab.isLive = true
      world.speak(opened, 1 + Math.floor(random() * 3))
    },
    stop: (tab) => world.endTake(tab),
    again(tab, opened) {
      if (isAsked(opened) || isAnothers(opened) || opened.upcoming) return
      world.endTake(tab)
      const { recording } = opened
      const before = world.secondsIn(recording, recording.kept)
      const lengthMs = keptMs(recording.kept, recording.takes)
      if (lengthMs === 0) return
      world.goesOn(opened)
      const after = cutAfter(recording.kept, recording.takes, Math.floor((random() * lengthMs) / secondMs) * secondMs)
      const left = world.secondsIn(recording, after)
      opened.startTake('audio/webm', after)
      tab.isLive = true
      // A take cannot start without a microphone.
      if (random() < 0.3) return world.endTake(tab)
      world.speak(opened, 1 + Math.floor(random() * 2))
      setFate(without(before, left), 'retracted')
    },
    asBefore(tab, opened) {
      const { recording } = opened
      if (isAsked(opened) || isAnothers(opened) || tab.isLive || !recording.before) return
      world.goesOn(opened)
      const back = world.secondsIn(recording, recording.before)
      const now = world.secondsIn(recording, recording.kept)
      opened.keepAsBefore()
      setFate(without(now, back), 'retracted')
      for (const second of back) if (world.fates.get(second) === 'retracted') setFate([second], 'wanted')
    },
    details(tab, opened) {
      if (random() < 0.5) world.endTake(tab)
      if (!tab.isLive) changeDetails(opened)
    },
    submit,
    async changeAroundSubmit(tab, opened) {
      if (tab.isLive || isAsked(opened)) return
      changeDetails(opened)
      await world.time.turns(Math.floor(random() * 5))
      if (tab.opened !== opened) return
      submit(tab)
      await world.time.turns(Math.floor(random() * 8))
      if (tab.opened !== opened) return
      if (isAsked(opened)) opened.waitWithSubmit()
      changeDetails(opened)
    },
    wait(_tab, opened) {
      if (isAsked(opened) && ['waiting', 'signed-out'].includes(opened.progress.phase)) opened.waitWithSubmit()
    },
    later: putAway,
    async discard(tab, opened) {
      if (isAsked(opened) || random() < 0.5) return
      world.endTake(tab)
      tab.opened = undefined
      await world.close(tab, opened)
      await discard(tab, { at: 'here', recording: opened.recording, isHeld: false, isWhole: true })
    },
    async settle(tab, opened) {
      if (opened.meeting?.kind !== 'other-patient') return
      const { job } = opened.meeting
      const { pid } = opened.recording.details.patient
      if (random() < 0.5) {
        shown(opened.recording.dictationId, pid)
        await tab.shelf.server.changePatient(job.jobId, pid)
      }
      await opened.forget()
      tab.opened = undefined
      await world.close(tab, opened)
    },
  }

  const onList: Record<string, (tab: Tab) => unknown> = {
    async record(tab) {
      const recording = { ...newRecording(detailsOf(pick(patients))), createdAt: tab.computer.nowMs }
      const opened = await openNew(tab.shelf, recording)
      tab.opened = opened
      opened.startTake('audio/webm')
      tab.isLive = true
      world.speak(opened, 1 + Math.floor(random() * 3))
    },
    open(tab) {
      const one = pick(tab.rows)
      if (one?.at === 'here') return take(tab, one.recording, false)
    },
    send(tab) {
      const one = pick(tab.rows.filter(({ at }) => at === 'here'))
      if (one?.at === 'here' && maySend(one.recording)) return take(tab, one.recording, true)
    },
    sendFromElsewhere,
    sendFromElsewhereToo: sendFromElsewhere,
    discard(tab) {
      const one = pick(tab.rows)
      if (one && random() < 0.4) return discard(tab, one)
    },
    undo,
    finishDiscard: (tab) => tab.discards.finish(),
    refresh: (tab) => world.refresh(tab),
  }

  const ofComputer: ((computer: Computer) => unknown)[] = [
    (computer) => void (computer.network = pick(networks)),
    (computer) => {
      computer.isSignedIn = !computer.isSignedIn || random() < 0.6
      if (computer.isSignedIn) world.wakeAll(computer)
    },
    (computer) => void (computer.isFull = random() < 0.3),
    (computer) => {
      for (const tab of world.tabs.filter((one) => one.computer === computer)) world.crash(tab)
    },
    (computer) => void (computer.nowMs += 20_000),
  ]

  /**
   * Starts one action in a tab that is not busy. Tabs and computers act concurrently. Returns the name of the action.
   */
  function act(tab: Tab): string | undefined {
    if (tab.isBusy) return undefined
    const { opened } = tab
    tab.isBusy = true
    const acts: Record<string, (tab: Tab, opened: OpenedRecording) => unknown> = opened ? onDesk : onList
    const name = opened?.meeting?.kind === 'sent' ? 'away' : pick([opened ? 'speak' : 'record', ...Object.keys(acts)])
    void quietly(async () => {
      if (name === 'away' && opened) {
        world.endTake(tab)
        tab.opened = undefined
        await world.close(tab, opened)
      } else await acts[name]!(tab, opened!)
    }).then(() => (tab.isBusy = false))
    return name
  }

  return { act, ofComputer }
}
