// oxlint-disable jsx-a11y/prefer-tag-over-role -- browsers draw <meter> in colours that cannot be chosen
import { levelWords } from './level.ts'

/** The loudness, as a bar for eyes and as a meter with text for screen readers, which is not announced by itself. */
export function LevelMeter({ bar, isOn }: { bar: number; isOn: boolean }) {
  const words = isOn ? levelWords(bar) : 'Off'
  return (
    <div className="level">
      <div
        className="level-track"
        role="meter"
        aria-label="Microphone level"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={isOn ? bar : 0}
        aria-valuetext={words}
      >
        <div className="level-bar" data-words={words} style={{ transform: `scaleX(${isOn ? bar / 100 : 0})` }} />
      </div>
      <span className="level-words" aria-hidden="true">
        {words}
      </span>
    </div>
  )
}
