import { vi } from 'vitest'
import { Computer, type Network } from './history-computer.ts'
import { type Fault, NoteServer, seeded, wordsOf } from './history-server.ts'
import { type Said, Tab } from './history-tab.ts'

const networks: Network[] = ['there', 'there', 'slow', 'dead', 'away', 'loses answers']
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

/** Two computers with up to two tabs each that show the same note, and the events that may happen to them. */
class World {
  readonly server: NoteServer
  readonly computers: readonly [Computer, Computer]
  tabs: Tab[] = []
  readonly typed = new Set<string>()
  readonly said: Said = { dropped: new Set(), twice: new Set(), revived: new Set() }
  readonly random: (most: number) => number

  constructor(seed: number, fault?: Fault) {
    this.random = seeded(seed)
    this.server = new NoteServer(fault)
    this.computers = [new Computer(this.server, fault), new Computer(this.server, fault)]
  }

  readonly one = () => this.tabs[this.random(this.tabs.length)]
  readonly computer = () => this.computers[this.random(2)]!

  word() {
    const next = `w${this.typed.size + 1}`
    this.typed.add(next)
    return next
  }

  async open(computer: Computer) {
    if (!this.server.isHeld || !computer.isSignedIn) return
    if (this.tabs.filter((tab) => tab.computer === computer).length < 2)
      this.tabs.push(await Tab.open(this.server, computer, this.random, this.said))
  }

  async close(leaving: readonly Tab[]) {
    this.tabs = this.tabs.filter((tab) => !leaving.includes(tab))
    for (const tab of leaving) await tab.leave().closed
  }

  /** Closes all tabs: an open page removes the text from the screen when it hears that somebody else has the job. */
  taken = () => this.close(this.tabs)
}

const acts: [weight: number, act: (world: World) => unknown][] = [
  [12, (at) => at.one()?.type(at.random(5), at.word())],
  [2, (at) => at.one()?.add(at.word())],
  [1, (at) => at.one()?.remove(at.random(5))],
  [10, (at) => pass(at.random(8000))],
  [2, (at) => pass(at.random(60_000))],
  [2, (at) => at.one()?.autosave.saveNow()],
  [3, (at) => at.one()?.decide((['mine', 'theirs', 'both'] as const)[at.random(3)]!)],
  [4, (at) => at.open(at.computer())],
  [3, (at) => void (at.computer().network = networks[at.random(networks.length)]!)],
  [2, closeOne],
  [2, crash],
  [2, takeOffered],
  [1, releaseByAdmin],
  [1, release],
  [2, (at) => at.server.start()],
  [1, signOut],
  [1, (at) => void (at.computer().isSignedIn = false)],
  [3, (at) => void (at.computer().isSignedIn = true)],
  [1, handOnJob],
  [2, (at) => at.server.holder === 'another' && at.server.typeAsAnother(at.random(5), at.word())],
  [1, (at) => at.server.holder === 'another' && at.server.handTo('us')],
  [1, (at) => at.server.complete()],
  [1, (at) => at.server.holder === 'completed' && at.server.handTo('us')],
]

async function closeOne(at: World) {
  const tab = at.one()
  if (tab) await at.close([tab])
}

function crash(at: World) {
  const tab = at.one()
  if (!tab) return
  at.tabs = at.tabs.filter((each) => each !== tab)
  tab.crash()
}

async function takeOffered(at: World) {
  const tab = at.one()
  const [text] = tab && tab.computer.network === 'there' ? await tab.unsaved() : []
  if (!tab || !text) return
  if (at.random(4) === 0) await tab.discard(text)
  else await tab.take(text, at.random(2) === 0)
}

async function releaseByAdmin(at: World) {
  if (!at.server.isHeld) return
  at.server.release()
  await at.taken()
}

/** Releases the job in one tab, which gives up the text of that tab. Unsaved or undecided text of other tabs stays. */
async function release(at: World) {
  const tab = at.one()
  if (!tab) return
  await tab.release()
  if (at.server.isHeld) return
  await at.close(at.tabs.filter((each) => each !== tab || tab.autosave.hasUnsaved()))
  at.tabs = []
}

/** Signs out, which closes the pages of this computer. The server still answers calls that were sent before. */
async function signOut(at: World) {
  const computer = at.computer()
  await at.close(at.tabs.filter((tab) => tab.computer === computer))
  computer.isSignedIn = false
}

async function handOnJob(at: World) {
  if (!at.server.isHeld) return
  at.server.handTo('another')
  await at.taken()
}

export interface HistoryResult {
  lost: string[]
  doubled: string[]
  /** Text that was not saved or stayed in the browser, although the network worked again. */
  stuck: string[]
}

/**
 * Plays one history from its seed. Returns what is wrong with the typed words when everything works again. Needs fake
 * timers.
 */
export async function playHistory(seed: number, fault?: Fault): Promise<HistoryResult> {
  const at = new World(seed, fault)
  const bag = acts.flatMap(([weight, act]) => Array.from({ length: weight }, () => act))
  await at.open(at.computers[0])
  const steps = 20 + at.random(60)
  for (let step = 0; step < steps; step += 1) await bag[at.random(bag.length)]!(at)

  for (const computer of at.computers) {
    computer.network = 'there'
    computer.isSignedIn = true
  }
  await at.close(at.tabs)
  await pass(120_000)
  const isSafe = (word: string, there: ReadonlySet<string>) => there.has(word) || at.said.dropped.has(word)
  // Text that the server does not have must be offered on the computer where it was typed, whoever has the job now.
  const offered = new Set<string>()
  for (const computer of at.computers) for (const word of await computer.offered()) offered.add(word)
  const before = new Set([...at.server.everSaved].flatMap(wordsOf))
  const lost = new Set([...at.typed].filter((word) => !isSafe(word, before) && !offered.has(word)))

  at.server.handTo('us')
  const stuck: string[] = []
  for (const computer of at.computers) {
    // The second opening takes the text that the first one left.
    for (let opening = 0; opening < 2; opening += 1) {
      await at.open(computer)
      await keepEverything(at.tabs[0]!)
      if (at.tabs[0]!.autosave.hasUnsaved()) stuck.push('not saved')
      await at.tabs[0]!.leave().saved
      at.tabs = []
    }
    stuck.push(...computer.kept.keys())
  }
  const present = at.server.words()
  const inNote = new Set([...present, ...at.server.givenUp])
  for (const word of at.typed) if (!isSafe(word, inNote)) lost.add(word)
  const isDoubled = (word: string) => !at.said.twice.has(word) && present.indexOf(word) !== present.lastIndexOf(word)
  return { lost: [...lost], doubled: [...new Set(present)].filter(isDoubled), stuck }
}

async function keepEverything(tab: Tab) {
  for (let round = 0; round < 30; round += 1) {
    tab.decide('both')
    const [text] = await tab.unsaved()
    if (text) await tab.take(text, true)
    tab.autosave.saveNow()
    await pass(4000)
  }
}
