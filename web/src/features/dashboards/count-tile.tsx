import { Link } from 'react-router'

interface CountTileProps {
  label: string
  /** Absent while it is fetched, and when it could not be. */
  value: number | undefined
  to: string
}

/** A count that leads to its list (DASH-13). */
export const CountTile = ({ label, value, to }: CountTileProps) => (
  <Link to={to} className="home-figure">
    <span>{label}</span>
    <strong>{value ?? '–'}</strong>
  </Link>
)
