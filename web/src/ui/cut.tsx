import { Tooltip } from 'antd'

/** Cut with an ellipsis (JOBS-22, JOBS-23). */
export const cut = (text: string, most = 20) => (text.length > most ? `${text.slice(0, most).trimEnd()}…` : text)

/** A name cut to the available length. A tooltip shows the whole name, by pointer and by keyboard. */
export function Cut({ text, most = 20 }: { text: string; most?: number }) {
  if (text.length <= most) return text
  return (
    <Tooltip title={text} trigger={['hover', 'focus']}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- its tooltip has to be reached by keyboard */}
      <span tabIndex={0}>{cut(text, most)}</span>
    </Tooltip>
  )
}
