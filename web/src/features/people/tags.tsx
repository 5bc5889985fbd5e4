import { Tag, Tooltip } from 'antd'
import './tags.css'

/** How many names are shown before "+n" (PEOP-10). */
const most = 2

/** Names as chips. */
export function Tags({ names }: { names: readonly string[] }) {
  const more = names.slice(most)
  return (
    <span className="tags">
      {names.slice(0, most).map((name, place) => (
        <Tag key={`${place} ${name}`} title={name}>
          {name}
        </Tag>
      ))}
      {more.length > 0 && (
        <Tooltip title={more.join(', ')} trigger={['hover', 'focus']}>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- its tooltip has to be reached by keyboard */}
          <Tag tabIndex={0} className="tags-more">{`+${more.length}`}</Tag>
        </Tooltip>
      )}
    </span>
  )
}
