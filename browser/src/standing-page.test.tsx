import { afterEach, expect, test, vi } from 'vitest'
import { openEncryptedStore } from './encrypted-store.ts'
import { importDraftKey } from './sealing.ts'

const standsMs = 2_500
const name = 'standing-page'
afterEach(() => void vi.restoreAllMocks())

/** Another page of this browser that writes at the same time, and sends a message when it is done. */
const otherPage = `onmessage = ({ data: name }) => {
  const opening = indexedDB.open(name)
  opening.onsuccess = () => {
    postMessage('open')
    onmessage = () => setTimeout(() => {
      const transaction = opening.result.transaction('entries', 'readwrite')
      transaction.objectStore('entries').count()
      transaction.oncomplete = () => postMessage(Date.now())
    }, ${standsMs / 10})
  }
}`

async function openOther() {
  const worker = new Worker(URL.createObjectURL(new Blob([otherPage])))
  const said = <T,>() => new Promise<T>((heard) => (worker.onmessage = ({ data }) => heard(data as T)))
  const isOpen = said()
  worker.postMessage(name)
  await isOpen
  return { worker, wasDoneAt: said<number>() }
}

let movedAt = 0
/** Freezes the page as soon as it has sent a request to its store. */
function standStill(asked: 'put' | 'get' | 'getAll' | 'getAllKeys' | 'delete', worker: Worker) {
  const real = IDBObjectStore.prototype[asked] as (...parts: unknown[]) => IDBRequest
  vi.spyOn(IDBObjectStore.prototype, asked).mockImplementation(function (this: IDBObjectStore, ...parts: unknown[]) {
    queueMicrotask(() => {
      worker.postMessage('go')
      for (const since = performance.now(); performance.now() - since < standsMs; );
      movedAt = Date.now()
    })
    return real.apply(this, parts)
  })
}

test.each([
  ['put', (store) => store.put({ kind: 'note', id: 'one', value: 1 })],
  ['get', (store) => store.get('note', 'one')],
  ['getAll', (store) => store.list('note')],
  ['getAllKeys', (store) => store.ids('note')],
  ['delete', (store) => store.delete('note', 'one')],
] as [Parameters<typeof standStill>[0], (store: Awaited<ReturnType<typeof openEncryptedStore>>) => Promise<unknown>][])(
  'a page that freezes in the middle of a %s does not block the drafts of another page',
  async (asked, ask) => {
    const store = await openEncryptedStore('someone', await importDraftKey(btoa('k'.repeat(32))), name)
    const { worker, wasDoneAt } = await openOther()
    standStill(asked, worker)
    await ask(store)
    expect(await wasDoneAt).toBeLessThan(movedAt)
    worker.terminate()
  },
)
