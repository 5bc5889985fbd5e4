import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { mount } from '../../editor/testing/mount.tsx'
import { useStalledSound } from './use-stalled-sound.ts'

/** Half a second of silence, as a wav. */
function silence(): Blob {
  const head = new DataView(new ArrayBuffer(44))
  const text = (at: number, letters: string) =>
    [...letters].forEach((letter, index) => head.setUint8(at + index, letter.charCodeAt(0)))
  const bytes = 8_000
  text(0, 'RIFF')
  head.setUint32(4, 36 + bytes, true)
  text(8, 'WAVEfmt ')
  head.setUint32(16, 16, true)
  head.setUint16(20, 1, true)
  head.setUint16(22, 1, true)
  head.setUint32(24, 8_000, true)
  head.setUint32(28, 16_000, true)
  head.setUint16(32, 2, true)
  head.setUint16(34, 16, true)
  text(36, 'data')
  head.setUint32(40, bytes, true)
  return new Blob([head, new Uint8Array(bytes)], { type: 'audio/wav' })
}

test('sound that is waited for and does not arrive is told, and is asked for again from where it was', async () => {
  const audio = new Audio(URL.createObjectURL(silence()))
  audio.muted = true
  function Sound() {
    const { isStalled, askAgain } = useStalledSound(audio, 300)
    return <button onClick={askAgain}>{isStalled ? 'The sound does not arrive.' : 'There is sound.'}</button>
  }
  mount(<Sound />)
  await expect.poll(() => audio.readyState).toBeGreaterThan(0)
  await expect.element(page.getByText('There is sound.')).toBeVisible()
  audio.currentTime = 0.3
  await expect.poll(() => audio.seeking).toBe(false)
  await new Promise((later) => setTimeout(later, 200))
  audio.dispatchEvent(new Event('waiting'))
  await expect.element(page.getByText('The sound does not arrive.')).toBeVisible()
  await userEvent.click(page.getByRole('button'))
  await expect.element(page.getByText('There is sound.')).toBeVisible()
  await expect.poll(() => audio.currentTime).toBeCloseTo(0.3)

  // A source that opens and never says anything, as on a dead connection.
  audio.src = URL.createObjectURL(new MediaSource())
  await expect.element(page.getByText('The sound does not arrive.')).toBeVisible()
})
