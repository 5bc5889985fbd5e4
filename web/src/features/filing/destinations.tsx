import { call } from '@dictara/browser/call'
import { ageText, momentIn } from '@dictara/browser/moments'
import { type Destination, filingCalls } from '@dictara/contract/filing'
import { Button } from 'antd'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import { jobQueries } from '../../platform/query-client.ts'
import { Failed } from '../../ui/failed.tsx'
import { useAction } from '../../ui/use-action.ts'
import './delivery.css'
import type { useDestinations } from './use-deliveries.ts'

const words: Record<Destination['state'], string> = { WORKING: 'Working', AWAY: 'No answer', REFUSING: 'Refusing' }

const notes = (count: number) => (count === 1 ? '1 note' : `${count} notes`)

/** The state of an EHR in plain words. */
export function destinationInWords(
  { state, waiting, waitingSince, failed, error, awaySince, nextTryAt, timeZone }: Destination,
  now: number,
): string {
  const oldest = waitingSince ? `, the oldest for ${ageText(now - Date.parse(waitingSince))}` : ''
  return [
    state === 'AWAY' && awaySince && `It hasn’t answered since ${momentIn(awaySince, timeZone)}.`,
    state !== 'WORKING' && error,
    waiting > 0 && `${notes(waiting)} waiting${oldest}.`,
    waiting > 0 && nextTryAt && `Next try: ${momentIn(nextTryAt, timeZone)}.`,
    failed > 0 && `${notes(failed)} failed.`,
  ]
    .filter(Boolean)
    .join(' ')
}

const needsSomebody = ({ state, waiting, failed }: Destination) => state !== 'WORKING' || waiting > 0 || failed > 0

function Place({ of, now }: { of: Destination; now: number }) {
  const { facilityId, facilityName, ehrName, state, waiting, failed } = of
  const act = useAction({ refreshes: jobQueries })
  const params = { facilityId }
  const Icon = state === 'WORKING' ? CircleCheck : TriangleAlert
  return (
    <li className="delivery-place">
      <span>
        <strong>{facilityName}</strong> <span className="delivery-quiet">{ehrName}</span>
      </span>
      <span className={`delivery-state is-${state.toLowerCase()}`}>
        <Icon size={16} aria-hidden /> {words[state]}
      </span>
      <span className="delivery-words">{destinationInWords(of, now)}</span>
      <span className="delivery-actions">
        {state === 'AWAY' && waiting > 0 && (
          <Button
            size="small"
            disabled={act.isBusy}
            aria-label={`Try now, ${facilityName}`}
            onClick={() => void act.run(() => call(filingCalls.tryDestination, { params }))}
          >
            Try now
          </Button>
        )}
        {failed > 0 && (
          <Button
            size="small"
            disabled={act.isBusy}
            aria-label={`Send all failed again, ${facilityName}`}
            onClick={() => void act.run(() => call(filingCalls.sendFailedAgain, { params }))}
          >
            Send all failed again
          </Button>
        )}
      </span>
    </li>
  )
}

/** The EHRs with notes on their way, and those that need attention. One line if all is well. */
export function Destinations({ of }: { of: ReturnType<typeof useDestinations> }) {
  const shown = (of.data ?? []).filter(needsSomebody)
  return (
    <section aria-label="EHRs" className="delivery-places">
      <Failed of={of} title="The EHRs couldn’t be loaded." />
      {of.data && shown.length === 0 && (
        <p className="delivery-quiet">
          {of.data.length === 0
            ? 'No EHR is connected: finished notes stay in Dictara.'
            : 'Nothing is waiting, and nothing has failed.'}
        </p>
      )}
      {shown.length > 0 && (
        <ul>
          {shown.map((one) => (
            <Place key={one.facilityId} of={one} now={of.dataUpdatedAt} />
          ))}
        </ul>
      )}
    </section>
  )
}
