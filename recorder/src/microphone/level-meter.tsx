// oxlint-disable jsx-a11y/prefer-tag-over-role -- browsers draw <meter> in colours that cannot be chosen
import { levelWords } from './level.ts'

/** How loud it is, for eyes (a bar) and for a screen reader (a meter with words, never read out by itself). */
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
