import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { mount } from '../../../editor/testing/mount.tsx'
import { createPlayer } from './player.ts'
import { silence } from '../testing/silence.ts'
import { useStalledSound } from './use-stalled-sound.ts'

test('sound that does not arrive is reported, and loaded again from its position', async () => {
  const player = createPlayer(0)
  const { audio } = player
  player.open({ onSpoken: () => undefined, onPosition: () => undefined })
  player.load(URL.createObjectURL(silence(2)))
  function Sound() {
    const isStalled = useStalledSound(audio, 300)
    return <button onClick={player.askAgain}>{isStalled ? 'The audio isn’t loading.' : 'There is sound.'}</button>
  }
  mount(<Sound />)
  await expect.poll(() => audio.readyState).toBeGreaterThan(0)
  await expect.element(page.getByText('There is sound.')).toBeVisible()
  audio.currentTime = 0.3
  await expect.poll(() => audio.seeking).toBe(false)
  await new Promise((later) => setTimeout(later, 200))
  audio.dispatchEvent(new Event('waiting'))
  await expect.element(page.getByText('The audio isn’t loading.')).toBeVisible()
  await userEvent.click(page.getByRole('button'))
  await expect.element(page.getByText('There is sound.')).toBeVisible()
  await expect.poll(() => audio.currentTime).toBeCloseTo(0.3)

  // This source opens but never delivers data, like a dead connection.
  audio.src = URL.createObjectURL(new MediaSource())
  await expect.element(page.getByText('The audio isn’t loading.')).toBeVisible()
})
