import { openDB, type DBSchema, type IDBPDatabase, type IDBPObjectStore } from 'idb'
import { seal, unseal, type Sealed } from './sealing.ts'

/** An entry stored in the browser; without the key only its user, kind, id and time are readable. */
export interface Entry<T = unknown> {
  kind: string
  id: string
  value: T
  bytes: Uint8Array<ArrayBuffer>
  /** Unix milliseconds of the last `put`. */
  changedAt: number
}

export type NewEntry = Pick<Entry, 'kind' | 'id' | 'value'> & Partial<Pick<Entry, 'bytes'>>

/** The encrypted entries of one user. A rejected `put` has stored none of its entries. */
export interface EncryptedStore {
  readonly userId: string
  /** Stores all entries in one durable transaction; an entry of the same kind and id is replaced. */
  put(...entries: NewEntry[]): Promise<void>
  get<T>(kind: string, id: string): Promise<Entry<T> | undefined>
  /** Entries whose id begins with `under`, in the order of their ids. Entries that cannot be opened are left out. */
  list<T>(kind: string, under?: string): Promise<Entry<T>[]>
  /** Ids alone: needs no decryption. */
  ids(kind: string, under?: string): Promise<string[]>
  /** Deletes the entry, or with `{ under }` every entry whose id begins with it. */
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

type Readable = IDBPObjectStore<Drafts, ['entries'], 'entries', 'readonly'>
type Writable = IDBPObjectStore<Drafts, ['entries'], 'entries', 'readwrite'>

const defaultName = 'dictara-drafts'
const noBytes = new Uint8Array()
const opened = new Map<string, Promise<IDBPDatabase<Drafts>>>()

/** The browser stores nothing here: site data is blocked, or the store is damaged or does not answer. */
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
    // A newer Dictara in another tab, or whoever deletes it: the next use opens it anew.
    blocking: (_current, _next, event) => {
      forget()
      ;(event.target as IDBDatabase).close()
    },
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

// The connection is asked for at each use: one that the browser has closed is opened again.
// Every transaction says at once that nothing more is asked of it: a page that stands still from here on keeps no other tab
// waiting, and what it wrote is stored though it ends.
async function read<T>(name: string, ask: (store: Readable) => Promise<T>): Promise<T> {
  const transaction = (await openDatabase(name)).transaction('entries')
  const answer = ask(transaction.store)
  transaction.commit()
  const [found] = await Promise.all([answer, transaction.done])
  return found
}

async function write(
  name: string,
  ask: (store: Writable) => Promise<unknown>[],
  durability: IDBTransactionDurability = 'default',
): Promise<void> {
  const transaction = (await openDatabase(name)).transaction('entries', 'readwrite', { durability })
  const asked = ask(transaction.store)
  transaction.commit()
  await Promise.all([...asked, transaction.done])
}

/** Whether this browser stores entries of a kind for a user; needs no key. */
export async function hasEntries(userId: string, kind: string, databaseName = defaultName): Promise<boolean> {
  const range = IDBKeyRange.bound([userId, kind, ''], [userId, kind, '\uffff'])
  return (await read(databaseName, (entries) => entries.count(range))) > 0
}

/** Deletes this browser's entries of a kind for a user; needs no key. */
export async function forgetEntries(userId: string, kind: string, databaseName = defaultName): Promise<void> {
  const range = IDBKeyRange.bound([userId, kind, ''], [userId, kind, '\uffff'])
  await write(databaseName, (entries) => [entries.delete(range)])
}

/**
 * Opens the encrypted entries of one user: note drafts in the web app, recordings in the recorder (Q119, Q194). Uses AES-GCM with the
 * user's own key. Every ciphertext is bound to its user, kind and id, so entries of other users cannot be opened.
 */
export async function openEncryptedStore(
  userId: string,
  key: CryptoKey,
  databaseName = defaultName,
): Promise<EncryptedStore> {
  await openDatabase(databaseName)
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
      // strict: `done` means on disk, so that stored data survives a power failure.
      await write(databaseName, (entries) => rows.map((row) => entries.put(row)), 'strict')
    },

    async get<T>(kind: string, id: string) {
      const row = await read(databaseName, (entries) => entries.get(place(kind, id)))
      return row && open<T>(row)
    },

    async list<T>(kind: string, under?: string) {
      const rows = await read(databaseName, (entries) => entries.getAll(range(kind, under)))
      const results = await Promise.allSettled(rows.map((row) => open<T>(row)))
      return results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
    },

    async ids(kind, under) {
      const keys = await read(databaseName, (entries) => entries.getAllKeys(range(kind, under)))
      return keys.map(([, , id]) => id)
    },

    async delete(kind, id) {
      const which = typeof id === 'string' ? place(kind, id) : range(kind, id.under)
      await write(databaseName, (entries) => [entries.delete(which)])
    },
  }
}
