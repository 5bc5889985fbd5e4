import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Computer, type Network, NoteServer, seeded, Tab, wordsOf } from './testing/histories.ts'

const histories = Number(process.env['DICTARA_HISTORIES'] ?? 300)
const networks: Network[] = ['there', 'there', 'slow', 'dead', 'away', 'loses answers']

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** One history of two computers with up to two tabs each. @returns which words are lost, and which stand in the note twice */
async function live(seed: number) {
  const random = seeded(seed)
  const server = new NoteServer()
  const computers = [new Computer(server), new Computer(server)]
  let tabs: Tab[] = []
  let count = 0
  const [typed, dropped, twice] = [new Set<string>(), new Set<string>(), new Set<string>()]
  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
  const open = async (computer: Computer) => {
    if (server.isHeld && tabs.filter((tab) => tab.computer === computer).length < 2)
      tabs.push(await Tab.open(server, computer, random, dropped, twice))
  }
  const word = () => {
    const next = `w${(count += 1)}`
    typed.add(next)
    return next
  }
  const one = () => tabs[random(tabs.length)]
  const without = (tab: Tab) => (tabs = tabs.filter((each) => each !== tab))
  const acts: [weight: number, act: () => unknown][] = [
    [12, () => one()?.type(random(5), word())],
    [2, () => one()?.add(word())],
    [1, () => one()?.remove(random(5))],
    [10, () => pass(random(8000))],
    [2, () => pass(random(60_000))],
    [2, () => one()?.autosave.saveNow()],
    [3, () => one()?.decide((['mine', 'theirs', 'both'] as const)[random(3)]!)],
    [4, () => open(computers[random(2)]!)],
    [3, () => void (computers[random(2)]!.network = networks[random(networks.length)]!)],
    [
      2,
      () => {
        const tab = one()
        if (!tab) return
        without(tab)
        tab.crash()
      },
    ],
    [
      2,
      async () => {
        const tab = one()
        if (!tab) return
        without(tab)
        await tab.leave().closed
      },
    ],
    [
      2,
      async () => {
        const tab = one()
        const [text] = tab && tab.computer.network === 'there' ? await tab.owed() : []
        if (!tab || !text) return
        if (random(4) === 0) await tab.discard(text)
        else await tab.take(text, random(2) === 0)
      },
    ],
    // An admin releases the job or gives it back; the open pages lose the text from the screen when they hear of it.
    [
      1,
      async () => {
        server.release()
        for (const tab of tabs) await tab.leave().closed
        tabs = []
      },
    ],
    [
      1,
      async () => {
        const tab = one()
        if (!tab) return
        await tab.release()
        if (server.isHeld) return
        for (const each of tabs) if (each !== tab || tab.autosave.hasUnsaved()) await each.leave().closed
        tabs = []
      },
    ],
    [2, () => server.start()],
  ]
  const bag = acts.flatMap(([weight, act]) => Array.from({ length: weight }, () => act))
  await open(computers[0]!)
  const steps = 20 + random(60)
  for (let step = 0; step < steps; step += 1) await bag[random(bag.length)]!()

  // In the end all goes well again: every tab is closed, the note is opened on each computer, and what is offered is kept.
  for (const computer of computers) computer.network = 'there'
  server.start()
  for (const tab of tabs) await tab.leave().closed
  tabs = []
  await pass(120_000)
  for (const computer of computers) {
    await open(computer)
    const tab = tabs.pop()!
    for (let round = 0; round < 30; round += 1) {
      tab.decide('both')
      const [text] = await tab.owed()
      if (text) await tab.take(text, true)
      tab.autosave.saveNow()
      await pass(4000)
    }
    expect(tab.autosave.hasUnsaved(), `seed ${seed}: everything is saved`).toBe(false)
    await tab.leave().saved
    const words = [...computer.kept.values()].flatMap(({ draft }) => draft.sections.map(({ content }) => content))
    expect(words, `seed ${seed}: no text stays in the browser`).toEqual([])
  }
  const saved = new Set([...server.everSaved].flatMap(wordsOf))
  const present = server.sections().flatMap(({ content }) => content.flatMap(({ value }) => wordsOf(value)))
  return {
    lost: [...typed].filter((each) => !saved.has(each) && !dropped.has(each)),
    doubled: [...new Set(present)].filter(
      (each) => !twice.has(each) && present.indexOf(each) !== present.lastIndexOf(each),
    ),
  }
}

test('whatever happens to two computers with two tabs each, no typed word is lost or doubled', {
  timeout: 3_600_000,
}, async () => {
  const lost: string[] = []
  const doubled: string[] = []
  for (let seed = 1; seed <= histories; seed += 1) {
    const ended = await live(seed)
    lost.push(...ended.lost.map((word) => `${word} of history ${seed}`))
    doubled.push(...ended.doubled.map((word) => `${word} of history ${seed}`))
  }
  process.stdout.write(`histories: ${histories}, lost ${lost.length}, doubled ${doubled.length}\n`)
  expect([lost, doubled]).toEqual([[], []])
})
