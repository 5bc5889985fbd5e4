import { useKeys } from '@dictara/browser/use-keys'
import { Button } from 'antd'
import { useEffect } from 'react'
import { Link, useNavigate } from 'react-router'
import { SecondsLeft } from '../../ui/seconds-left.tsx'
import { type Billing, forgetBill, sendAgain, undoBill, useBillings } from './billing.ts'
import { billerKeys, pressedKey } from './keys.ts'

/** Returns to the note whose billing was undone. */
function UndoButton({ sendAt }: { sendAt: number }) {
  const navigate = useNavigate()
  const undo = () => {
    const bill = undoBill()
    if (bill) void navigate(bill.address)
  }
  useKeys((event) => (pressedKey(event) === 'undo' ? undo : undefined))
  return (
    <Button size="small" aria-keyshortcuts={billerKeys.undo.chords.join(' ')} title="u" onClick={undo}>
      Undo
      <SecondsLeft until={sendAt} />
    </Button>
  )
}

const numbersOf = (billings: readonly Billing[]) => billings.map(({ jobNumber }) => jobNumber).join(', ')

/** Shows the outcome of each billing by key. It says "billed" only when the server has confirmed it. */
export function BillingStrip() {
  const billings = useBillings()
  const of = (...states: Billing['state'][]) => billings.filter(({ state }) => states.includes(state))
  const [unanswered, going] = [of('unanswered'), of('sending')]
  const hasUnanswered = unanswered.length > 0
  useEffect(() => {
    if (!hasUnanswered) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [hasUnanswered])
  return (
    <div className={billings.length > 0 ? 'billing-strip not-on-paper' : 'billing-strip not-on-paper is-empty'}>
      <div role="log" aria-label="Billing">
        {of('billed').length > 0 && <p>{numbersOf(of('billed'))} billed</p>}
        {of('already-billed').length > 0 && <p>{numbersOf(of('already-billed'))} had been billed already</p>}
        {going.length > 0 && <p>{numbersOf(going)} is being billed …</p>}
        {billings.map(
          (one) =>
            one.state === 'waits' && (
              <p key={one.jobId}>
                <span>{one.jobNumber} will be billed</span> · <UndoButton sendAt={one.sendAt} />
              </p>
            ),
        )}
        {billings.map(
          (one) =>
            one.state === 'refused' && (
              <p key={one.jobId} className="billing-failed">
                <span>
                  <strong>{one.jobNumber} was not billed.</strong> {one.words}
                </span>{' '}
                <Link to={one.address}>Open {one.jobNumber}</Link>{' '}
                <Button
                  size="small"
                  aria-label={`Close what is said of ${one.jobNumber}`}
                  onClick={() => forgetBill(one.jobId)}
                >
                  Close
                </Button>
              </p>
            ),
        )}
        {hasUnanswered && (
          <p className="billing-failed">
            <span>
              <strong>
                {numbersOf(unanswered)} {unanswered.length === 1 ? 'is' : 'are'} not billed yet:
              </strong>{' '}
              the server does not answer.
            </span>{' '}
            <Button size="small" onClick={() => void sendAgain()}>
              Try again
            </Button>
          </p>
        )}
      </div>
    </div>
  )
}
