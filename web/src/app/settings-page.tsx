import { Link } from 'react-router'
import { useUser } from '../platform/use-user.ts'
import { Page } from '../ui/page.tsx'
import { isToCome } from './areas.ts'
import { type SettingTile, tilesOf } from './setting-tiles.ts'
import './settings-page.css'

const Tiles = ({ tiles }: { tiles: readonly SettingTile[] }) => (
  <ul className="settings">
    {tiles.map(({ label, to, about }) => (
      <li key={to}>
        <Link to={to}>{label}</Link>
        <p>{about}</p>
      </li>
    ))}
  </ul>
)

/** What can be set, each a way to its page; what this version does not have stands apart, as it does in the menu. */
export function SettingsPage() {
  const user = useUser()
  if (!user) return null
  const tiles = tilesOf(user)
  const soon = tiles.filter(isToCome)
  return (
    <Page title="Settings">
      <Tiles tiles={tiles.filter((tile) => !isToCome(tile))} />
      {soon.length > 0 && (
        <section className="settings-soon" aria-labelledby="settings-soon">
          <h2 id="settings-soon">Not in this version yet</h2>
          <Tiles tiles={soon} />
        </section>
      )}
    </Page>
  )
}
