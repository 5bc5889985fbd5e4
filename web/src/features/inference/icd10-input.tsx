import { call } from '@dictara/browser/call'
import { icd10Calls } from '@dictara/contract/icd10'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { AutoComplete } from 'antd'
import { useState } from 'react'
import { useRested } from '../../ui/use-rested.ts'
import './icd10-input.css'

const restMs = 200
/** A single letter begins too many codes to search for it. */
const shortestSearch = 2
/** The longest `searchValue` that the server accepts. */
const longestSearch = 200
const popupWidth = 420
/** The places of the list: beside the field if there is room, otherwise moved to where there is. */
const placements = {
  bottomLeft: { points: ['tl', 'bl'], offset: [0, 4], overflow: { shiftX: true, adjustY: true } },
  topLeft: { points: ['bl', 'tl'], offset: [0, -4], overflow: { shiftX: true, adjustY: true } },
}

interface Icd10InputProps {
  label: string
  value: string
  isInvalid?: boolean
  onChange: (value: string) => void
}

/**
 * A field for an ICD-10-CM code. It suggests codes by their beginning or by words during typing, but any other text is
 * allowed too.
 */
export function Icd10Input({ label, value, isInvalid, onChange }: Icd10InputProps) {
  const [search, setSearch] = useState('')
  const typed = search.slice(0, longestSearch).trim()
  const searchValue = useRested(typed, restMs)
  const isAsked = searchValue.length >= shortestSearch
  const found = useQuery({
    queryKey: ['icd10', searchValue],
    enabled: isAsked,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) =>
      (await call(icd10Calls.findIcd10Codes, { query: { searchValue } }, { signal, handler: false })).result,
  })
  const isSearching = found.isFetching || typed !== searchValue
  const told = () => {
    if (isSearching) return 'Searching…'
    if (found.isError) return 'The codes couldn’t be loaded. What you type is kept.'
    return 'No code found. What you type is kept.'
  }
  const codes = isAsked && !found.isError ? (found.data ?? []) : []
  return (
    <AutoComplete
      aria-label={label}
      className="inference-input"
      value={value}
      maxLength={2000}
      showSearch={{ filterOption: false, onSearch: setSearch }}
      options={codes.map(({ code, description, billable }) => ({
        value: code,
        label: `${code} ${description}${billable ? '' : ' (category, not billable)'}`,
      }))}
      notFoundContent={typed.length >= shortestSearch ? told() : null}
      optionRender={({ label }) => <span className="inference-code">{label}</span>}
      popupMatchSelectWidth={popupWidth}
      styles={{ popup: { root: { maxInlineSize: 'calc(100vw - 16px)' } } }}
      builtinPlacements={placements}
      // Render the list in the dialog, because screen readers see nothing else, and with options that they can read.
      getPopupContainer={(input: HTMLElement) => input.closest<HTMLElement>('[role=dialog]') ?? document.body}
      virtual={false}
      onChange={(text?: string) => onChange(text ?? '')}
      {...(isInvalid ? { status: 'error' as const } : {})}
    />
  )
}
