import { deskKeys, type DeskKeyName, shownKeys } from './keys.ts'

const names = Object.keys(deskKeys) as DeskKeyName[]
const groups = [...new Set(names.map((name) => deskKeys[name].group))]

/** All keys of the desk, by what they are for. */
export const KeyList = () =>
  groups.map((group) => (
    <section key={group} className="desk-keys">
      <h3>{group}</h3>
      <dl>
        {names
          .filter((name) => deskKeys[name].group === group)
          .map((name) => (
            <div key={name}>
              <dt>{shownKeys(name)}</dt>
              <dd>{deskKeys[name].does}</dd>
            </div>
          ))}
      </dl>
    </section>
  ))
