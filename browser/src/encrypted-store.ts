import { openDB, type DBSchema, type IDBPDatabase } from 'idb'
import { seal, unseal, type Sealed } from './sealing.ts'

/** Something kept in the browser; only its user, kind, id and time can be seen without the key. */
export interface Entry<T = unknown> {
  kind: string
  id: string
  value: T
  bytes: Uint8Array<ArrayBuffer>
  /** Unix milliseconds of the last `put`. */
  changedAt: number
}

export type NewEntry = Pick<Entry, 'kind' | 'id' | 'value'> & Partial<Pick<Entry, 'bytes'>>

/** One user's encrypted entries. A rejected `put` has stored none of its entries. */
export interface EncryptedStore {
  readonly userId: string
  /** Stores all entries in one durable transaction; an entry of the same kind and id is replaced. */
  put(...entries: NewEntry[]): Promise<void>
  get<T>(kind: string, id: string): Promise<Entry<T> | undefined>
  /** Entries whose id begins with `under`, in the order of their ids. An entry that cannot be opened is left out. */
  list<T>(kind: string, under?: string): Promise<Entry<T>[]>
  /** Ids alone: needs no decryption. */
  ids(kind: string, under?: string): Promise<string[]>
  /** Deletes the entry, or with `{ under }` every entry whose id begins so. */
  delete(kind: string, id: string | { under: string }): Promise<void>
}

interface Row extends Sealed {
  user: string
  kind: string
  id: string
  changedAt: number
}

interface Drafts extends DBSchema {
  entries: { key: [string, string, string]; value: Row }
}

const defaultName = 'dictara-drafts'
const noBytes = new Uint8Array()
const opened = new Map<string, Promise<IDBPDatabase<Drafts>>>()

/** This browser keeps nothing here: site data is blocked, or its store is damaged or does not answer. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable'
  constructor(cause: unknown) {
    super('This browser keeps nothing on this computer.', { cause })
  }
}

const openWithinMs = 10_000

function openDatabase(name: string) {
  const known = opened.get(name)
  if (known) return known
  const forget = () => opened.delete(name)
  const opening = openWithin(name, forget).catch((cause: unknown) => {
    throw new StoreUnavailable(cause)
  })
  opened.set(name, opening)
  opening.catch(forget)
  return opening
}

async function openWithin(name: string, forget: () => void) {
  const opening = openDB<Drafts>(name, 1, {
    upgrade: (database) => void database.createObjectStore('entries', { keyPath: ['user', 'kind', 'id'] }),
    blocking: (_current, _next, event) => (event.target as IDBDatabase).close(),
    terminated: forget,
  })
  const limit = Promise.withResolvers<never>()
  const tooLong = setTimeout(() => limit.reject(new Error('It does not answer.')), openWithinMs)
  try {
    return await Promise.race([opening, limit.promise])
  } finally {
    clearTimeout(tooLong)
  }
}

/** Whether this browser keeps anything of a kind for a user: needs no key. */
export async function hasEntries(userId: string, kind: string, databaseName = defaultName): Promise<boolean> {
  const range = IDBKeyRange.bound([userId, kind, ''], [userId, kind, '\uffff'])
  return (await (await openDatabase(databaseName)).count('entries', range)) > 0
}

/** Removes what this browser keeps of a kind for a user: needs no key. */
export async function forgetEntries(userId: string, kind: string, databaseName = defaultName): Promise<void> {
  const range = IDBKeyRange.bound([userId, kind, ''], [userId, kind, '\uffff'])
  await (await openDatabase(databaseName)).delete('entries', range)
}

/**
 * Opens the encrypted entries of one user: note drafts in the web app, recordings in the recorder (Q119, Q194). AES-GCM with
 * the user's own key; every ciphertext is bound to user, kind and id. Another user's entries stay out of reach.
 */
export async function openEncryptedStore(
  userId: string,
  key: CryptoKey,
  databaseName = defaultName,
): Promise<EncryptedStore> {
  // Asked for at each use: a connection that the browser has closed is opened again.
  const database = () => openDatabase(databaseName)
  await database()
  const place = (kind: string, id: string): [string, string, string] => [userId, kind, id]
  const range = (kind: string, under = '') => IDBKeyRange.bound(place(kind, under), place(kind, `${under}\uffff`))

  const open = async <T>(row: Row): Promise<Entry<T>> => {
    const { value, bytes } = await unseal(key, place(row.kind, row.id), row)
    return { kind: row.kind, id: row.id, value: value as T, bytes, changedAt: row.changedAt }
  }

  return {
    userId,

    async put(...entries) {
      const rows = await Promise.all(
        entries.map(async ({ kind, id, value, bytes = noBytes }): Promise<Row> => {
          const sealed = await seal(key, place(kind, id), { value, bytes })
          return { user: userId, kind, id, changedAt: Date.now(), ...sealed }
        }),
      )
      // strict: `done` means on disk, so that also a computer that loses power loses nothing stored
      const transaction = (await database()).transaction('entries', 'readwrite', { durability: 'strict' })
      await Promise.all([...rows.map((row) => transaction.store.put(row)), transaction.done])
    },

    async get<T>(kind: string, id: string) {
      const row = await (await database()).get('entries', place(kind, id))
      return row && open<T>(row)
    },

    async list<T>(kind: string, under?: string) {
      const rows = await (await database()).getAll('entries', range(kind, under))
      const results = await Promise.allSettled(rows.map((row) => open<T>(row)))
      return results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
    },

    async ids(kind, under) {
      const keys = await (await database()).getAllKeys('entries', range(kind, under))
      return keys.map(([, , id]) => id)
    },

    async delete(kind, id) {
      await (await database()).delete('entries', typeof id === 'string' ? place(kind, id) : range(kind, id.under))
    },
  }
}
