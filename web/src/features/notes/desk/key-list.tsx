import { type DeskKey, deskKeys, shownChord } from './keys.ts'

/** All keys of the desk, or of another page, by what they are for. */
export function KeyList({ keys = deskKeys }: { keys?: Record<string, DeskKey> }) {
  const all = Object.entries(keys)
  const groups = [...new Set(all.map(([, { group }]) => group))]
  return groups.map((group) => (
    <section key={group} className="desk-keys">
      <h3>{group}</h3>
      <dl>
        {all
          .filter(([, key]) => key.group === group)
          .map(([name, { chords, does }]) => (
            <div key={name}>
              <dt>{chords.map(shownChord).join(' or ')}</dt>
              <dd>{does}</dd>
            </div>
          ))}
      </dl>
    </section>
  ))
}
