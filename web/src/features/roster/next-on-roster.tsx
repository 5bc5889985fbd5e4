import { bornWords } from '@dictara/browser/moments'
import { Button } from 'antd'
import { Mic } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { isFocusFree } from '../../ui/is-focus-free.ts'
import { useDictate } from './use-dictate.ts'
import type { useNextVisit } from './use-next-visit.ts'

/** The next patient on today's roster without a note. Enter opens the recorder for them. */
export function NextOnRoster({ visit }: { visit: ReturnType<typeof useNextVisit>['visit'] }) {
  const { dictate, isBusy } = useDictate()
  const button = useRef<HTMLButtonElement>(null)
  const entry = visit?.entry
  const id = entry?.patientRosterId
  useEffect(() => {
    if (id && isFocusFree()) button.current?.focus()
  }, [id])
  if (!visit || visit.total === 0) return null
  return (
    <section aria-label="Next on your roster" className="home-section">
      <h2>Next on your roster</h2>
      <div className="home-card home-next">
        {entry ? (
          <>
            <div className="home-next-job">
              <div className="home-next-patient">
                <strong>{entry.patientName}</strong>
              </div>
              <p>{`${bornWords(entry.birthDate)} · MRN ${entry.medicalRecordNumber}`}</p>
              <p>{[entry.bedId && `Bed ${entry.bedId}`, entry.facility.facilityName].filter(Boolean).join(' · ')}</p>
            </div>
            <div className="home-next-start">
              <Button
                ref={button}
                type="primary"
                size="large"
                icon={<Mic size={16} aria-hidden />}
                loading={isBusy}
                aria-label={`Dictate for ${entry.patientName}`}
                onClick={() => void dictate(entry.patientRosterId)}
              >
                Dictate
              </Button>
              <Link to="/dashboard/roster">{`Roster: ${visit.seen} of ${visit.total} dictated`}</Link>
            </div>
          </>
        ) : (
          <p>
            <span>{`All ${visit.total} of today’s roster are dictated.`}</span>{' '}
            <Link to="/dashboard/roster">Roster</Link>
          </p>
        )}
      </div>
    </section>
  )
}
