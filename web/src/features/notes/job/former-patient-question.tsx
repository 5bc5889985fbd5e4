import { besideMost, type NamedPlace } from '@dictara/contract/notes'
import { Button, Checkbox, Flex } from 'antd'
import { useState } from 'react'

interface EachPlaceProps {
  /** The job's current patient. */
  patientName: string
  places: readonly NamedPlace[]
  onAll: (isAll: boolean) => void
  onGoTo: ((place: NamedPlace) => void) | undefined
}

/** Names of the patient's details, as shown on the screen. */
const inWords = { 'Patient Name': 'name', 'Date of Birth': 'date of birth', MRN: 'MRN' } as const

/** The text before a place in its line, starting at a whole word. */
function beforeIn(before: string): string {
  const line = before.slice(before.lastIndexOf('\n') + 1)
  return line.length < besideMost ? line : line.replace(/^\S*/, '…')
}

/** The first words of the question about places that name a former patient. */
export const formerPatientTitle = (count: number) =>
  count === 1 ? '1 place still names the previous patient' : `${count} places still name the previous patient`

/**
 * The places of a note that name a patient it was moved from: the person goes to each one, or confirms that it stays.
 */
export function EachPlace({ patientName, places, onAll, onGoTo }: EachPlaceProps) {
  const [confirmed, setConfirmed] = useState<readonly number[]>([])
  const change = (index: number, isOn: boolean) => {
    const now = isOn ? [...confirmed, index] : confirmed.filter((one) => one !== index)
    setConfirmed(now)
    onAll(now.length === places.length)
  }
  return (
    <Flex vertical gap="small">
      <span>This note is now about {patientName}. Correct each place, or confirm that it can stay.</span>
      {places.map((named, index) => {
        const { field, heading, place } = named
        return (
          <Flex key={`${place.sectionId} ${place.start}`} gap="small" align="start" justify="space-between">
            <Checkbox checked={confirmed.includes(index)} onChange={({ target }) => change(index, target.checked)}>
              {heading && `${heading}: `}
              {beforeIn(place.before)}
              <strong>{place.quote}</strong>
              {place.after.replace(/\n.*$/s, '')} ({inWords[field]})
            </Checkbox>
            {onGoTo && (
              <Button size="small" aria-label={`Go to “${place.quote}”`} onClick={() => onGoTo(named)}>
                Go to
              </Button>
            )}
          </Flex>
        )
      })}
    </Flex>
  )
}
