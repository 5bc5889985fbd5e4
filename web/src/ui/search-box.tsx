import { Input } from 'antd'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import './search-box.css'

/** How long to wait for the next key before searching (JOBS-59). */
export const searchDebounceMs = 400

/** The longest `searchValue` that the server accepts. */
const longestSearch = 200

/** A search box that reports its text once typing stops. It also shows a search that was changed or cleared elsewhere. */
export function SearchBox({
  label,
  value,
  restMs = searchDebounceMs,
  onSearch,
}: {
  label: string
  value: string
  /** How long to wait after the last key before reporting, in milliseconds. */
  restMs?: number | undefined
  onSearch: (text: string) => void
}) {
  const [text, setText] = useState(value)
  const told = useRef(value)
  useEffect(() => {
    if (value !== told.current) setText(value)
    told.current = value
  }, [value])
  /** Reports a text once: on Enter, after the pause, or when the person leaves the box, whichever comes first. */
  const tell = (typed: string) => {
    if (typed === told.current) return
    told.current = typed
    onSearch(typed)
  }
  const rest = useEffectEvent(() => tell(text))
  useEffect(() => {
    const timer = setTimeout(() => rest(), restMs)
    return () => clearTimeout(timer)
  }, [text, restMs])
  return (
    <Input.Search
      className="search-box"
      allowClear
      maxLength={longestSearch}
      aria-label={label}
      placeholder={label}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onSearch={tell}
      onBlur={() => tell(text)}
      style={{ maxWidth: 360 }}
    />
  )
}
