import { call, failureOf } from '@dictara/browser/call'
import { bornWords, shownDay } from '@dictara/browser/moments'
import type { PatientOption } from '@dictara/contract/patients'
import { rosterCalls, type RosterEntry, type RosterPlace } from '@dictara/contract/roster'
import { App, Button, Checkbox, Modal, Select, Skeleton } from 'antd'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Failed } from '../../ui/failed.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { useAction } from '../../ui/use-action.ts'
import { useFocusBack } from '../../ui/use-focus-back.ts'
import { PatientDrawer } from '../patients/index.ts'
import { dayName, noonIn } from './roster-days.ts'
import { rosterKey, useRosterFacilities, useRosterPatients } from './use-roster.ts'
import type { useAuthorisation } from './use-authorisation.tsx'

const notAdded = 'Failed to add patient to the roster. Please try again.'

interface AddPatientsProps {
  day: string
  /** Undefined: the person's own roster. */
  doctor: string | undefined
  places: readonly RosterPlace[]
  /** The patients already on this day. */
  there: readonly RosterEntry[]
  authorisation: ReturnType<typeof useAuthorisation>
  onClose: () => void
}

interface PatientRowProps {
  patient: PatientOption
  isThere: boolean
  isTicked: boolean
  onTick: () => void
}

/** Name, bed and last note (ROST-11), with details that tell apart patients of the same name (Q185). */
function PatientRow({ patient, isThere, isTicked, onTick }: PatientRowProps) {
  const { firstName, lastName, birthDate, medicalRecordNumber, bedId, lastNoteDate } = patient
  return (
    <li>
      <Checkbox checked={isThere || isTicked} disabled={isThere} onChange={onTick}>
        <span className="roster-patient">
          <strong>{`${firstName} ${lastName}`}</strong>
          <span>{`${bornWords(birthDate)} · MRN ${medicalRecordNumber}`}</span>
          <span>{`Bed ID: ${bedId ?? '–'} · Last note: ${lastNoteDate ? shownDay(lastNoteDate) : 'none'}`}</span>
          {isThere && <span>On this day’s roster already</span>}
        </span>
      </Checkbox>
    </li>
  )
}

/** Choose a facility, search its patients, tick them, and add them (ROST-09, ROST-10). */
export function AddPatients({ day, doctor, places, there, authorisation, onClose }: AddPatientsProps) {
  const { notification } = App.useApp()
  const act = useAction({ refreshes: rosterKey })
  useFocusBack()
  const box = useRef<HTMLDivElement>(null)
  const facilities = useRosterFacilities()
  const options = (facilities.data ?? []).filter(({ disabled }) => !disabled)
  const [chosen, setChosen] = useState<string>()
  const facilityId = chosen ?? options[0]?.facilityId ?? ''
  const [search, setSearch] = useState('')
  const [ticked, setTicked] = useState<readonly string[]>([])
  const [isMaking, setMaking] = useState(false)
  const patients = useRosterPatients(facilityId, search, doctor)
  const tellFailed = useEffectEvent(() => authorisation.ask())
  useEffect(() => {
    if (patients.isError) tellFailed()
  }, [patients.isError])

  const isThere = ({ pid }: PatientOption) =>
    there.some(({ patientId, facility }) => patientId === pid && facility.facilityId === facilityId)

  async function add() {
    const zone = places.find((one) => one.facilityId === facilityId)?.timeZone
    const body = {
      dateTime: noonIn(day, zone),
      facilityId,
      patientIds: [...ticked],
      ...(doctor && { providerId: doctor }),
    }
    const tell = (words: string) => notification.error({ title: 'Failed', description: words || notAdded })
    const send = () =>
      call(rosterCalls.addToRoster, { body }, { handler: 'page' }).catch((error: unknown) => {
        const kind = failureOf(error)?.kind
        if (kind !== 'server' && kind !== 'unreachable') throw error
        tell(notAdded)
        return undefined
      })
    const added = await act.run(send, {
      onRefused: (failure) => {
        if (!authorisation.isTold(failure)) tell(failure.message)
      },
    })
    if (added) onClose()
  }

  return (
    <Modal
      open
      title={`Add Patient · ${dayName(day)} ${shownDay(day)}`}
      width="min(36rem, 95vw)"
      onCancel={onClose}
      afterOpenChange={(isOpen) => isOpen && box.current?.querySelector<HTMLElement>('input[type=search]')?.focus()}
      footer={
        <Button type="primary" disabled={ticked.length === 0} loading={act.isBusy} onClick={() => void add()}>
          Add Selected Patients
        </Button>
      }
    >
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Ctrl+Enter adds from wherever one is in it */}
      <div
        ref={box}
        className="roster-adding"
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && ticked.length > 0) void add()
        }}
      >
        <Select
          aria-label="Facility"
          showSearch={{ optionFilterProp: 'label' }}
          value={facilityId || null}
          loading={facilities.isPending}
          placeholder="Facility"
          options={options.map((one) => ({ value: one.facilityId, label: one.facilityName }))}
          onChange={(next) => {
            setChosen(next)
            setTicked([])
          }}
        />
        <SearchBox label="Search patients" value={search} onSearch={setSearch} />
        <Failed of={facilities} title="User Facilities Fetch Failed" inServersWords />
        <Failed of={patients} title="The patients could not be looked up." inServersWords />
        {patients.isPending && facilityId !== '' && <Skeleton active title={false} paragraph={{ rows: 5 }} />}
        {patients.data?.length === 0 && <p>No patient of this facility matches.</p>}
        <ul className="roster-patients" aria-label="Patients">
          {patients.data?.map((patient) => (
            <PatientRow
              key={patient.pid}
              patient={patient}
              isThere={isThere(patient)}
              isTicked={ticked.includes(patient.pid)}
              onTick={() =>
                setTicked((now) =>
                  now.includes(patient.pid) ? now.filter((id) => id !== patient.pid) : [...now, patient.pid],
                )
              }
            />
          ))}
        </ul>
        <Button disabled={!facilityId} onClick={() => setMaking(true)}>
          New patient
        </Button>
        {isMaking && (
          <PatientDrawer
            facilityId={facilityId}
            onAdded={({ id, lastName, facility }) => {
              setChosen(facility.facilityId)
              setSearch(lastName)
              setTicked((now) => [...(facility.facilityId === facilityId ? now : []), id])
              void patients.refetch()
            }}
            onClose={() => setMaking(false)}
          />
        )}
        <output>{ticked.length > 0 ? `${ticked.length} chosen` : ''}</output>
      </div>
    </Modal>
  )
}
