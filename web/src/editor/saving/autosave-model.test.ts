import type { Section } from '@dictara/contract/notes'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type AutosaveEvent, type Machine, startMachine, statusOf, step } from './autosave-machine.ts'
import type { Keep, NoteDraft, SaveAnswer, SaveRequest } from './autosave-types.ts'
import { withDraft } from './draft.ts'
import { times } from '../../../../tools/src/times.ts'
import { draftOf, openLedger } from './ledger.ts'

const runs = times(500, 3000)

/** Builds a section from a text of the model, in which a plus separates paragraphs. */
const aSection = (id: string, text: string, version?: number): Section => ({
  id,
  ...(version === undefined ? {} : { version }),
  heading: { customUIHeading: 'PLAN', systemHeading: 'PLAN' },
  content: text.split(' + ').map((value) => ({ value, type: 'Text', newParagraph: true, count: 0 })),
})
const textOf = (section: Section) => section.content.map(({ value }) => value).join(' + ')

/** A model of the server's saving, written independently of the ledger: versions, idempotency keys, all or nothing. */
class Server {
  stored = new Map<string, { version: number; text: string }>()
  order: string[] = []
  keys = new Map<string, string>()
  everStored = new Set<string>()
  /** Texts that our saves replaced. */
  overwritten: string[] = []

  put(request: SaveRequest): SaveAnswer {
    const targets = request.sections.map((section) => ({ section, id: this.keys.get(section.id) ?? section.id }))
    const conflicts = targets.flatMap(({ section, id }): { mine: Section; theirs: Section | null }[] => {
      const stored = this.stored.get(id)
      if (!stored) return section.id.startsWith('new-') && id === section.id ? [] : [{ mine: section, theirs: null }]
      const isSame = stored.version === section.version || stored.text === textOf(section)
      return isSame ? [] : [{ mine: section, theirs: aSection(id, stored.text, stored.version) }]
    })
    if (conflicts.length) return { kind: 'conflict', conflicts }
    const newSectionsId: { temporaryId: string; id: string }[] = []
    const sections = targets.map(({ section, id }) => {
      const isNew = section.id.startsWith('new-')
      const serverId = isNew && id === section.id ? `s-${this.keys.size}` : id
      if (isNew) {
        this.keys.set(section.id, serverId)
        newSectionsId.push({ temporaryId: section.id, id: serverId })
      }
      const before = this.stored.get(serverId)
      const text = textOf(section)
      if (before && before.text !== text) this.overwritten.push(before.text)
      this.stored.set(serverId, { version: (before?.version ?? 0) + 1, text })
      this.everStored.add(text)
      return aSection(serverId, text, this.stored.get(serverId)?.version)
    })
    const wished = request.sectionIds.map((id) => this.keys.get(id) ?? id).filter((id) => this.stored.has(id))
    this.order = [...new Set([...wished, ...this.order, ...this.stored.keys()])].filter((id) => this.stored.has(id))
    return { kind: 'saved', sections, newSectionsId }
  }

  delete(ids: readonly string[]) {
    for (const id of ids) this.stored.delete(this.keys.get(id) ?? id)
    this.order = this.order.filter((id) => this.stored.has(id))
  }

  sections = () => this.order.map((id) => aSection(id, this.stored.get(id)?.text ?? '', this.stored.get(id)?.version))
}

type Landing = 'ok' | 'lost before' | 'lost halfway' | 'lost after' | 'refused'

/** A model of a person at the editor, a browser that may crash, a network that loses messages, and a colleague. */
class World {
  server = new Server()
  machine: Machine
  note: { id: string; text: string }[]
  draft: NoteDraft | null = null
  flying: SaveRequest | null = null
  /** Texts of others that the person has seen on the screen. */
  seen = new Set<string>()
  foreign = new Set<string>()
  undone: { id: string; text: string }[] = []
  count = 0

  constructor() {
    for (const id of ['a', 'b', 'c']) this.server.stored.set(id, { version: 1, text: `start ${id}` })
    this.server.order = ['a', 'b', 'c']
    this.note = this.server.sections().map((section) => ({ id: section.id, text: textOf(section) }))
    this.machine = startMachine(openLedger(this.server.sections()))
  }

  send(event: AutosaveEvent) {
    const [machine, effects] = step(this.machine, event)
    this.machine = machine
    for (const effect of effects) {
      if (effect.type !== 'send') continue
      expect(this.flying, 'one save at a time').toBeNull()
      this.flying = effect.request
    }
    this.draft = draftOf(machine.ledger)
    const status = statusOf(machine)
    if (status.kind === 'conflict') {
      for (const { theirs } of status.conflicts) if (theirs) this.seen.add(textOf(theirs))
    }
  }

  changed(sections: Section[], removed: string[] = []) {
    this.send({ type: 'changed', change: { sections, order: this.note.map(({ id }) => id), removed } })
  }

  type(at: number) {
    const section = this.note[at % this.note.length]
    if (!section) return
    section.text = `mine ${(this.count += 1)}`
    this.changed([aSection(section.id, section.text)])
  }

  add(at: number) {
    const section = { id: `new-${(this.count += 1)}`, text: `mine ${this.count}` }
    this.note.splice(at % (this.note.length + 1), 0, section)
    this.changed([aSection(section.id, section.text)])
  }

  remove(at: number) {
    if (this.note.length < 2) return
    const [section] = this.note.splice(at % this.note.length, 1)
    if (!section) return
    this.undone.push(section)
    this.changed([], [section.id])
  }

  undoRemove() {
    const section = this.undone.pop()
    if (!section) return
    this.note.push(section)
    this.changed([aSection(section.id, section.text)])
  }

  move(at: number) {
    const [section] = this.note.splice(at % this.note.length, 1)
    if (section) this.note.unshift(section)
    this.changed([])
  }

  land(how: Landing) {
    const request = this.flying
    if (!request) return
    const before = this.server.overwritten.length
    const answer = how === 'lost before' || how === 'refused' ? null : this.server.put(request)
    if (answer?.kind === 'saved' && how !== 'lost halfway') this.server.delete(request.removedIds)
    for (const text of this.server.overwritten.slice(before)) {
      if (this.foreign.has(text)) expect(this.seen, 'nobody else’s text is overwritten unseen').toContain(text)
    }
    this.flying = null
    if (how === 'refused') this.send({ type: 'answered', answer: { kind: 'refused', message: 'No.' } })
    else this.send({ type: 'answered', answer: how === 'ok' && answer ? answer : { kind: 'offline' } })
  }

  /** A colleague edits or deletes a section whose server id this page knows. */
  interfere(at: number, isDeletion: boolean) {
    const known = this.server.order.filter((id) =>
      [...this.machine.ledger.versions.keys()].some((each) => idOf(this, each) === id),
    )
    const id = known[at % Math.max(1, known.length)]
    const stored = id && this.server.stored.get(id)
    if (!id || !stored) return
    if (isDeletion) this.server.delete([id])
    else {
      const text = `theirs ${(this.count += 1)}`
      this.foreign.add(text)
      this.server.stored.set(id, { version: stored.version + 1, text })
    }
  }

  resolve(at: number, keep: Keep) {
    const status = statusOf(this.machine)
    if (status.kind !== 'conflict') return
    const conflict = status.conflicts[at % status.conflicts.length]
    if (!conflict) return
    this.send({ type: 'resolved', id: conflict.id, keep })
    const index = this.note.findIndex(({ id }) => id === conflict.id)
    const section = this.note[index]
    if (!section) return
    if (keep === 'theirs' && !conflict.theirs) this.note.splice(index, 1)
    else if (keep === 'theirs' && conflict.theirs) section.text = textOf(conflict.theirs)
    else if (keep === 'both' && conflict.theirs) section.text = `${textOf(conflict.mine)} + ${textOf(conflict.theirs)}`
  }

  /** The tab crashes; the next one starts with the server's note and the draft. */
  crash() {
    const sections = this.server.sections()
    const shown = this.draft ? withDraft(sections, this.draft) : sections
    this.note = shown.map((section) => ({ id: section.id, text: textOf(section) }))
    for (const { text } of this.note) this.seen.add(text)
    this.flying = null
    this.undone = []
    this.machine = startMachine(openLedger(sections, this.draft))
    if (this.draft)
      this.send({ type: 'changed', change: { sections: [], order: this.machine.ledger.order, removed: [] } })
  }

  check() {
    const drafted = new Set(this.draft?.sections.map(textOf))
    for (const { text } of this.note) {
      const isSafe = !text.includes('mine') || drafted.has(text) || this.server.everStored.has(text)
      expect(isSafe, `"${text}" is in the draft or on the server`).toBe(true)
    }
  }
}

const idOf = (world: World, editorId: string) => world.machine.ledger.serverIds.get(editorId) ?? editorId

const keep = fc.constantFrom<Keep>('mine', 'theirs', 'both')
const at = fc.nat(7)
const landing = fc.constantFrom<Landing>('ok', 'ok', 'lost before', 'lost halfway', 'lost after', 'refused')
type Act = (world: World) => unknown
const alone: { weight: number; arbitrary: fc.Arbitrary<Act> }[] = [
  { weight: 6, arbitrary: at.map((index) => (world) => world.type(index)) },
  { weight: 2, arbitrary: at.map((index) => (world) => world.add(index)) },
  { weight: 2, arbitrary: at.map((index) => (world) => world.remove(index)) },
  { weight: 2, arbitrary: fc.constant<Act>((world) => world.undoRemove()) },
  { weight: 1, arbitrary: at.map((index) => (world) => world.move(index)) },
  { weight: 5, arbitrary: fc.constant<Act>((world) => world.machine.isWaiting && world.send({ type: 'due' })) },
  { weight: 2, arbitrary: fc.constant<Act>((world) => world.send({ type: 'save-now' })) },
  { weight: 8, arbitrary: landing.map((how) => (world) => world.land(how)) },
  { weight: 1, arbitrary: fc.constant<Act>((world) => world.crash()) },
]
const withColleague: typeof alone = [
  ...alone,
  {
    weight: 3,
    arbitrary: fc.tuple(at, fc.boolean()).map(
      ([index, gone]) =>
        (world) =>
          world.interfere(index, gone),
    ),
  },
  {
    weight: 3,
    arbitrary: fc.tuple(at, keep).map(
      ([index, choice]) =>
        (world) =>
          world.resolve(index, choice),
    ),
  },
]
const actions = (kinds: typeof alone) => fc.array(fc.oneof(...kinds), { maxLength: 60, size: 'max' })

const settle = (world: World) => {
  for (let round = 0; round < 60; round += 1) {
    world.resolve(0, 'mine')
    if (!world.flying) world.send({ type: 'save-now' })
    world.land('ok')
  }
}

test('after any edits, losses, refusals and crashes, no text is lost and no other person’s text is overwritten [EDIT-38]', {
  timeout: 300_000,
}, () => {
  let conflicts = 0
  fc.assert(
    fc.property(actions(withColleague), (acts) => {
      const world = new World()
      for (const act of acts) {
        act(world)
        world.check()
        if (statusOf(world.machine).kind === 'conflict') conflicts += 1
      }
      settle(world)
      world.check()
      expect(world.draft, 'an acknowledged note leaves no draft').toBeNull()
      const mine = world.note.filter(({ text }) => text.includes('mine'))
      const stored = world.server.sections().map(textOf)
      for (const { text } of mine) {
        const isOverwrittenLater = !stored.includes(text) && world.server.everStored.has(text)
        expect(stored.includes(text) || isOverwrittenLater).toBe(true)
      }
    }),
    { numRuns: runs },
  )
  expect(conflicts, 'the walk met conflicts').toBeGreaterThan(runs / 3)
})

test('without interference the server ends with exactly the note on the screen [EDIT-37, EDIT-39]', {
  timeout: 300_000,
}, () => {
  fc.assert(
    fc.property(actions(alone), (acts) => {
      const world = new World()
      for (const act of acts) {
        act(world)
        expect(statusOf(world.machine).kind, 'a lost answer is no conflict').not.toBe('conflict')
      }
      settle(world)
      expect(world.server.sections().map(textOf)).toEqual(world.note.map(({ text }) => text))
    }),
    { numRuns: runs },
  )
})
