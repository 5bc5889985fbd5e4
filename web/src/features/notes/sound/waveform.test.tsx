import { colours } from '@dictara/browser/colours'
import { useTheme } from '@dictara/browser/use-theme'
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { mount, until } from '../../../editor/testing/mount.tsx'
import { createPlayer } from './player.ts'
import { soundTicks } from './sound-ticks.ts'
import { Waveform } from './waveform.tsx'
import '@dictara/browser/theme.css'
import '../desk/desk.css'

afterEach(() => {
  localStorage.clear()
  delete document.documentElement.dataset['theme']
})

test('the speaker’s markers are shown in the waveform, and available as text', async () => {
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

test('with thousands of unsure words, each place of the waveform shows one, and every marker is shown', async () => {
  const words = Array.from({ length: 20_000 }, (_, index) => ({
    word: 'so',
    start: index / 3,
    end: index / 3 + 0.2,
    confidence: index % 9 === 0 ? 0.2 : 0.9,
  }))
  const { host } = mount(
    <Waveform
      player={createPlayer(0)}
      url="data:audio/wav;base64,"
      peaks={[10, 50, 10]}
      durationSeconds={7200}
      position={0}
      shown="0:00 of 120:00"
      ticks={soundTicks({ words, tokens: [] }, [10, 11, 12])}
    />,
  )
  await until(() => expect(host.querySelectorAll('.is-marker')).toHaveLength(3))
  const unsure = [...host.querySelectorAll<HTMLElement>('.is-unsure')].map(({ style }) =>
    Number.parseFloat(style.insetInlineStart),
  )
  expect(unsure.length).toBeGreaterThan(300)
  expect(unsure.length).toBeLessThanOrEqual(400)
  expect([Math.min(...unsure), Math.max(...unsure) > 92]).toEqual([0, true])
})

function Looked() {
  const { toggle } = useTheme()
  return (
    <>
      <button onClick={toggle}>Look</button>
      <Waveform
        player={createPlayer(0)}
        url="data:audio/wav;base64,"
        peaks={[50, 50, 50]}
        durationSeconds={40}
        position={0}
        shown="00:00 of 00:40"
        ticks={[]}
      />
    </>
  )
}

test('the waveform changes its colours with the theme while it is open [B23]', async () => {
  localStorage.setItem('dictara-theme', 'light')
  const { host } = mount(<Looked />)
  /** Returns the colours of the drawn waveform. */
  const drawn = () => {
    const canvases = [...(host.querySelector('.waveform > div > div')?.shadowRoot?.querySelectorAll('canvas') ?? [])]
    return canvases.flatMap((canvas) => {
      const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height)
      const solid = data.findIndex((value, index) => index % 4 === 3 && value === 255)
      return solid < 0
        ? []
        : [`#${Array.from(data.slice(solid - 3, solid), (part) => part.toString(16).padStart(2, '0')).join('')}`]
    })
  }
  await until(() => expect(drawn()).toContain(colours.lineStrong[0]))
  await userEvent.click(page.getByRole('button', { name: 'Look' }))
  await until(() => expect(drawn()).toContain(colours.lineStrong[1]))
  expect(drawn()).not.toContain(colours.lineStrong[0])
})
