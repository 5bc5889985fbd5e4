import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { mount } from '../../../editor/testing/mount.tsx'
import { createPlayer } from './player.ts'
import { soundTicks } from './sound-ticks.ts'
import { Waveform } from './waveform.tsx'
import '../desk/desk.css'

test('what the speaker marked stands in the picture of the sound, and is told to who does not see it', async () => {
  const { host } = mount(
    <Waveform
      player={createPlayer(0)}
      url="data:audio/wav;base64,"
      peaks={[10, 50, 10]}
      durationSeconds={40}
      position={0}
      shown="00:00 of 00:40"
      ticks={soundTicks({ words: [], tokens: [] }, [10, 30])}
    />,
  )
  await expect
    .element(page.getByRole('slider', { name: 'Position in the recording' }))
    .toHaveAccessibleDescription('To be checked, as its speaker said: 00:10, 00:30')
  const ticks = [...host.querySelectorAll<HTMLElement>('.is-marker')]
  expect(ticks.map(({ style }) => style.insetInlineStart)).toEqual(['25%', '75%'])
})
