import { type KeptPart, partsOf } from '@dictara/browser/kept-parts'
import type { Recording } from '@dictara/browser/recordings'
import type { Fate, OnItsWay } from './fates.ts'
import type { MemoryServer } from './memory-server.ts'
import type { Computer } from './model-computer.ts'

interface Crashed {
  /** The recording as it was in the memory of the page. */
  inMemory: Recording
  computer: Computer
  server: MemoryServer
  onItsWay: Iterable<OnItsWay>
  secondAt: ReadonlyMap<string, number>
  secondsIn: (recording: Pick<Recording, 'recordingId'>, parts: readonly KeptPart[]) => Set<number>
}

/**
 * Returns the required fate of each second of a recording whose page crashed. The newest update on the disk or on the
 * server counts, and so does all sound on either. `gone`: the sound was only in the memory of that page. `maybe`: the
 * sound, or a newer update, was still on its way.
 */
export function fatesAfterCrash({ inMemory, computer, server, onItsWay, secondAt, secondsIn }: Crashed) {
  const { recordingId, dictationId, takes } = inMemory
  const stored = computer.stored.get(recordingId)
  const known = server.dictations.get(dictationId)
  const some = [...onItsWay].filter((one) => one.dictationId === dictationId)
  const fates = new Map<number, Fate>()

  for (const { take, chunks } of takes) {
    let isWhole = true
    for (let number = 0; number < chunks; number += 1) {
      const place = `${take}/${number}`
      const isOnServer = known?.chunks.has(place) ?? false
      isWhole &&= isOnServer
      // Sound on the server behind a gap belongs to it only if this computer fills the gap in time.
      const onServer = isOnServer && (isWhole ? 'wanted' : 'maybe')
      const isMoving = some.some((one) => one.place === place)
      const isOnDisk = computer.pieces.has(`${recordingId}/${place}`)
      fates.set(secondAt.get(place)!, isOnDisk ? 'wanted' : onServer || (isMoving ? 'maybe' : 'gone'))
    }
  }

  // The rest of a job may not be stored as such yet. It is then computed again from the stored data.
  const fromTake = (stored ?? inMemory).follows?.fromTake ?? 0
  const own = takes.filter(({ take }) => take >= fromTake)
  const told = known && { version: known.body.version ?? 0, cuts: known.body.cuts ?? null }
  const moving = some.flatMap(({ said }) => (said ? [said] : []))
  const parts = (word: { cuts: Parameters<typeof partsOf>[0] }) => secondsIn(inMemory, partsOf(word.cuts, own))
  const isNewer = told && (!stored || told.version > stored.version)
  const newest = isNewer ? parts(told) : stored ? secondsIn(inMemory, stored.kept) : new Set(fates.keys())
  const version = Math.max(told?.version ?? 0, stored?.version ?? 0)
  // Takes that the newest update on the disk does not contain were not retracted.
  if (!isNewer && stored)
    for (const { take } of known ? own : [])
      if (!stored.takes.some((one) => one.take === take))
        for (const second of secondsIn(inMemory, [{ take, startMs: 0, endMs: null }])) newest.add(second)

  for (const [second, fate] of fates) {
    if (fate === 'gone' || fate === 'maybe') continue
    const isUnsure = moving.some((word) => word.version > version && parts(word).has(second) !== newest.has(second))
    if (isUnsure) fates.set(second, 'maybe')
    else if (!newest.has(second)) fates.set(second, 'retracted')
  }
  // Sound that was in a job before, or was retracted before that, keeps its fate.
  const isOfThis = new Set([
    ...secondsIn(inMemory, inMemory.kept),
    ...(inMemory.before ? secondsIn(inMemory, inMemory.before) : []),
    ...(stored ? secondsIn(inMemory, stored.kept) : []),
    ...newest,
  ])
  return new Map([...fates].filter(([second]) => isOfThis.has(second)))
}
