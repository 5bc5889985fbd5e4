import { expect, test } from 'vitest'
import { createEngineTurns } from './engine-turns.ts'

const never = new AbortController().signal

function gate() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => (open = resolve))
  return { open, opened }
}

test('no more turns run at the same time than there are engines, and patient turns let others pass', async () => {
  const turns = createEngineTurns(1)
  const order: string[] = []
  const first = gate()
  const running = turns.take(0, never, () => first.opened)
  const long = turns.take(60_000, never, async () => void order.push('long'))
  const short = turns.take(0, never, async () => void order.push('short'))
  first.open()
  await Promise.all([running, long, short])
  expect(order).toEqual(['short', 'long'])
})

test('a turn that fails or is given up passes to the next', async () => {
  const turns = createEngineTurns(1)
  const first = gate()
  const failing = turns.take(0, never, async () => {
    await first.opened
    throw new Error('crashed')
  })
  const stop = new AbortController()
  const stopped = turns.take(0, stop.signal, async () => 'never')
  const last = turns.take(0, never, async () => 'heard')
  stop.abort(new Error('the server stops'))
  first.open()
  await expect(failing).rejects.toThrow('crashed')
  await expect(stopped).rejects.toThrow('the server stops')
  expect(await last).toBe('heard')
})
