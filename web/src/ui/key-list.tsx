import { Fragment } from 'react'
import './key-list.css'
import { type PageKey, shownChord } from './keys.ts'

/** All keys of a page, grouped by purpose. */
export function KeyList({ keys }: { keys: Record<string, PageKey> }) {
  const all = Object.entries(keys)
  const groups = [...new Set(all.map(([, { group }]) => group))]
  return groups.map((group) => (
    <section key={group} className="key-list">
      <h3>{group}</h3>
      <dl>
        {all
          .filter(([, key]) => key.group === group)
          .map(([name, { chords, does }]) => (
            <div key={name}>
              <dt>
                {chords.map((chord, index) => (
                  <Fragment key={chord}>
                    {index > 0 && ' or '}
                    <kbd>{shownChord(chord)}</kbd>
                  </Fragment>
                ))}
              </dt>
              <dd>{does}</dd>
            </div>
          ))}
      </dl>
    </section>
  ))
}
