import { Button, DatePicker, Flex, Select } from 'antd'
import dayjs from 'dayjs'
import updateLocale from 'dayjs/plugin/updateLocale'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Failed } from '../../ui/failed.tsx'
import { FacilityChoice } from './facility-choice.tsx'
import { addDays, firstDayOfWeek } from './roster-days.ts'
import { useRosterAuthors } from './use-roster.ts'

/** The first day of the week in the person's locale (ROST-04). */
export const firstDay = firstDayOfWeek(navigator.language)
dayjs.extend(updateLocale)
dayjs.updateLocale('en', { weekStart: firstDay })

interface RosterBarProps {
  week: readonly string[]
  isThisWeek: boolean
  /** Undefined: today. */
  onDay: (day: string | undefined) => void
  facilityIds: readonly string[]
  onFacilities: (ids: readonly string[]) => void
}

/** Chooses the week and the facilities. */
export function RosterBar({ week, isThisWeek, onDay, facilityIds, onFacilities }: RosterBarProps) {
  return (
    <Flex gap="small" wrap align="center" className="roster-bar">
      <Button
        aria-label="Previous week"
        icon={<ChevronLeft size={18} aria-hidden />}
        onClick={() => onDay(addDays(week[0]!, -7))}
      />
      <DatePicker
        picker="week"
        aria-label="Week"
        format="DD MMM YYYY"
        allowClear={false}
        inputReadOnly
        value={dayjs(week[0])}
        onChange={(value) => value && onDay(value.format('YYYY-MM-DD'))}
      />
      <Button
        aria-label="Next week"
        icon={<ChevronRight size={18} aria-hidden />}
        onClick={() => onDay(addDays(week[0]!, 7))}
      />
      <Button disabled={isThisWeek} onClick={() => onDay(undefined)}>
        Today
      </Button>
      <FacilityChoice chosen={facilityIds} onChange={onFacilities} />
    </Flex>
  )
}

interface AuthorChoiceProps {
  label: string
  value: string | undefined
  authors: ReturnType<typeof useRosterAuthors>
  onChange: (doctorId: string) => void
}

/** Chooses whose roster is shown: a biller's doctors (ROST-14), or the doctors for whom an admin makes rosters. */
export const AuthorChoice = ({ label, value, authors, onChange }: AuthorChoiceProps) => (
  <Select
    aria-label={label}
    placeholder={label}
    style={{ minInlineSize: 220 }}
    showSearch={{ optionFilterProp: 'label' }}
    loading={authors.isPending}
    value={value ?? null}
    options={(authors.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
    onChange={(next: string) => onChange(next)}
  />
)

export const AuthorsFailed = ({ authors }: Pick<AuthorChoiceProps, 'authors'>) => (
  <Failed of={authors} title="Error" description="Something went wrong while fetching authors." />
)
