import { Input } from 'antd'
import { useEffect, useState } from 'react'

/** How long to wait for the next key before searching (JOBS-59). */
export const searchDebounceMs = 400

/** What the server accepts as `searchValue`. */
const longestSearch = 200

/** A search box that tells what was typed once the typing rests. */
export function SearchBox({
  label,
  value,
  onSearch,
}: {
  label: string
  value: string
  onSearch: (text: string) => void
}) {
  const [text, setText] = useState(value)
  useEffect(() => {
    if (text === value) return
    const timer = setTimeout(() => onSearch(text), searchDebounceMs)
    return () => clearTimeout(timer)
  }, [text, value, onSearch])
  return (
    <Input.Search
      allowClear
      maxLength={longestSearch}
      aria-label={label}
      placeholder={label}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onSearch={onSearch}
      style={{ maxWidth: 360 }}
    />
  )
}
