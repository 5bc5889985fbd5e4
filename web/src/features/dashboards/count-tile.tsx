import { Link } from 'react-router'

interface CountTileProps {
  label: string
  /** Absent while it is loading, and if it could not be loaded. */
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
