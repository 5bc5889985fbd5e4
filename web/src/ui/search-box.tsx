import { Input } from 'antd'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import './search-box.css'

/** How long to wait for the next key before searching (JOBS-59). */
export const searchDebounceMs = 400

/** What the server accepts as `searchValue`. */
const longestSearch = 200

/** A search box that tells what was typed once the typing rests. What is searched for otherwise, or no more, it shows. */
export function SearchBox({
  label,
  value,
  restMs = searchDebounceMs,
  onSearch,
}: {
  label: string
  value: string
  /** How long the typing rests before it is told. */
  restMs?: number
  onSearch: (text: string) => void
}) {
  const [text, setText] = useState(value)
  const told = useRef(value)
  useEffect(() => {
    if (value !== told.current) setText(value)
    told.current = value
  }, [value])
  /** Told once: by Enter, by the rest, or by who goes on to something else, whichever comes first. */
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
