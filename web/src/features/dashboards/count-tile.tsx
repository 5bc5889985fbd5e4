import { Card, Statistic } from 'antd'
import { Link } from 'react-router'

interface CountTileProps {
  label: string
  /** Absent while it is fetched, and when it could not be. */
  value: number | undefined
  isLoading: boolean
  to: string
}

/** A count that leads to its list (DASH-13). */
export const CountTile = ({ label, value, isLoading, to }: CountTileProps) => (
  <Link to={to} style={{ minWidth: 160 }}>
    <Card hoverable size="small">
      <Statistic title={label} value={value ?? '–'} loading={isLoading} />
    </Card>
  </Link>
)
