type ReadAll<V> = (keys: string[]) => Promise<ReadonlyMap<string, V>>

/**
 * A read that takes all keys asked for while the one before was under way, with one statement: where each call reads one
 * row, a packet to the database costs more than the row. A key's row is never older than the asking.
 */
export function readTogether<V>(readAll: ReadAll<V>): (key: string) => Promise<V | undefined> {
  let gathering: { keys: Set<string>; read: Promise<ReadonlyMap<string, V>> } | undefined
  let underWay: Promise<unknown> = Promise.resolve()

  function gather() {
    const keys = new Set<string>()
    const read = underWay
      .then(() => new Promise(setImmediate))
      .then(() => {
        gathering = undefined
        return readAll([...keys])
      })
    underWay = read.catch(() => {})
    return { keys, read }
  }

  return async (key) => {
    gathering ??= gather()
    gathering.keys.add(key)
    return (await gathering.read).get(key)
  }
}
