import { call } from '@dictara/browser/call'
import { dayIn, shownDay } from '@dictara/browser/moments'
import type { StoredUser } from '@dictara/contract/identity'
import { isManager } from '@dictara/contract/roles'
import { rosterCalls, type RosterEntry } from '@dictara/contract/roster'
import { App, Button, Empty, Flex, Skeleton } from 'antd'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useUser } from '../../platform/use-user.ts'
import { Failed } from '../../ui/failed.tsx'
import { isFocusFree } from '../../ui/is-focus-free.ts'
import { KeysDialog } from '../../ui/keys-dialog.tsx'
import { Page } from '../../ui/page.tsx'
import { useAction } from '../../ui/use-action.ts'
import { useMedia } from '../../ui/use-media.ts'
import { mayDictate, useDictationCreated } from '../handoff/index.ts'
import { AddPatients } from './add-patients.tsx'
import { DayStrip } from './day-strip.tsx'
import { DoctorsList } from './doctors-list.tsx'
import { AuthorChoice, AuthorsFailed, firstDay, RosterBar } from './roster-bar.tsx'
import { RosterDay } from './roster-day.tsx'
import { addDays, weekOf } from './roster-days.ts'
import { type RecordOfVisit, RosterRecord } from './roster-record.tsx'
import { RosterSheet } from './roster-sheet.tsx'
import { useAuthorisation } from './use-authorisation.tsx'
import { useDictate } from './use-dictate.ts'
import { rosterKey, useRoster, useRosterAuthors } from './use-roster.ts'
import { useRosterAddress } from './use-roster-address.ts'
import { rosterKeys, useRosterKeys } from './use-roster-keys.ts'
import './roster.css'

/** The week of visits of a doctor (ROST-01). */
export function RosterPage() {
  const user = useUser()
  return user && <RosterOf key={user.id} user={user} />
}

/** Shows a person's own roster, that of a doctor whom an admin chose, or that of an author whom a biller chose. */
function RosterOf({ user }: { user: StoredUser }) {
  const address = useRosterAddress()
  const isBiller = user.userType === 'biller'
  const isAdmin = isManager(user)
  const hasOwn = mayDictate(user)
  const authors = useRosterAuthors(isBiller || isAdmin)
  // A doctor sees only their own roster, whatever the address says.
  const named = isBiller || isAdmin ? address.doctor : undefined
  // A biller with one doctor need not choose; an admin starts with the first doctor.
  const all = authors.data ?? []
  const first = (isAdmin && !hasOwn) || all.length === 1 ? all[0]?.id : undefined
  const doctor = named === user.id ? undefined : (named ?? (hasOwn ? undefined : first))
  const isChosen = doctor !== undefined || hasOwn
  const [isChoosing, setChoosing] = useState(false)
  const choose = (id: string | undefined) => {
    setChoosing(false)
    address.setDoctor(id)
  }
  const actions = (
    <Flex gap="small" wrap>
      {(isBiller || isAdmin) && (
        <AuthorChoice
          label={isBiller ? 'Select Author' : 'Doctor'}
          authors={authors}
          value={doctor}
          onChange={choose}
        />
      )}
      {isAdmin && doctor && hasOwn && <Button onClick={() => choose(undefined)}>Back to My Roster</Button>}
      {isAdmin && <Button onClick={() => setChoosing(true)}>Create Roster for a Doctor</Button>}
    </Flex>
  )
  return (
    <>
      {isChosen ? (
        <Week user={user} doctor={doctor} address={address} actions={actions} />
      ) : (
        <Page title="Patient Roster" actions={actions}>
          <AuthorsFailed authors={authors} />
          {authors.isPending && <Skeleton active />}
          {authors.data && (
            <Empty
              image={Empty.PRESENTED_IMAGE_SIMPLE}
              description={isBiller ? 'Select an author to see their roster.' : 'No doctor has a roster yet.'}
            />
          )}
        </Page>
      )}
      {isChoosing && <DoctorsList onChoose={choose} onClose={() => setChoosing(false)} />}
    </>
  )
}

interface WeekProps {
  user: StoredUser
  /** Undefined: the person's own roster. */
  doctor: string | undefined
  address: ReturnType<typeof useRosterAddress>
  actions: ReactNode
}

function Week({ user, doctor, address, actions }: WeekProps) {
  useDictationCreated()
  const isNarrow = useMedia('(width < 1100px)')
  const [today, setToday] = useState(() => dayIn(Date.now()))
  const shownOf = address.day ?? today
  const week = weekOf(shownOf, firstDay)
  const roster = useRoster({ week, doctor, facilityIds: address.facilityIds }, true)
  // Use the facilities' current day, because the person may be in another time zone.
  const told = roster.data?.today
  if (told && told !== today) setToday(told)
  const known = roster.isPlaceholderData ? undefined : roster.data
  const drawn = isNarrow ? [shownOf] : week
  const acts = useRosterActs({ user, doctor, roster: roster.data, today })
  const box = useRef<HTMLDivElement>(null)
  const [isHelp, setHelp] = useState(false)
  const entriesOf = (day: string) => known?.entries.filter((entry) => entry.day === day)
  const keys = useRosterKeys(box, {
    today,
    drawn,
    onGo: (day) => address.setDay(day),
    onAdd: (day) => acts.mayAdd(day) && acts.add(day),
    onPrint: (day) => (entriesOf(day)?.length ?? 0) > 0 && acts.print(day),
    onRemove: (id) => {
      const entry = known?.entries.find(({ patientRosterId }) => patientRosterId === id)
      if (entry && acts.mayAdd(entry.day)) acts.remove(entry)
    },
    onHelp: () => setHelp(true),
  })
  // Focus the next patient for a person who comes to dictate.
  const isKnown = known !== undefined
  const begin = useEffectEvent(() => {
    const next = entriesOf(today)?.findIndex(({ note }) => note === null) ?? -1
    if (isFocusFree() && drawn.includes(today) && (entriesOf(today)?.length ?? 0) > 0)
      keys.focusIn(today, Math.max(0, next))
  })
  useEffect(() => {
    if (isKnown) begin()
  }, [isKnown])
  const title = doctor ? `Patient Roster of ${roster.data?.provider?.fullName ?? '…'}` : 'My Patient Roster'
  return (
    <Page title={title} tabTitle="Patient Roster" actions={actions}>
      <div className="roster" ref={box} aria-busy={roster.isPlaceholderData}>
        <RosterBar
          week={week}
          isThisWeek={week.includes(today) && (!isNarrow || shownOf === today)}
          onDay={address.setDay}
          facilityIds={address.facilityIds}
          onFacilities={address.setFacilities}
        />
        <Failed of={roster} title="The roster couldn’t be loaded." inServersWords />
        {isNarrow && (
          <DayStrip week={week} shown={shownOf} today={today} entriesOf={entriesOf} onDay={address.setDay} />
        )}
        {!(roster.isError && !roster.data) && (
          <div
            className={isNarrow ? 'roster-week is-narrow' : 'roster-week'}
            // Today is twice as wide.
            style={{ gridTemplateColumns: drawn.map((day) => `minmax(0, ${day === today ? 2 : 1}fr)`).join(' ') }}
          >
            {drawn.map((day) => (
              <RosterDay
                key={day}
                day={day}
                isToday={day === today}
                isPast={day < today}
                showsFacility={(roster.data?.places.length ?? 0) > 1}
                entries={entriesOf(day)}
                user={user}
                current={keys.current}
                copiedFrom={addDays(day, -1)}
                onAdd={acts.mayAdd(day) ? () => acts.add(day) : undefined}
                onCopy={
                  acts.mayAdd(day) && lacks(entriesOf(addDays(day, -1)), entriesOf(day))
                    ? () => acts.copy(day)
                    : undefined
                }
                onPrint={() => acts.print(day)}
                onDictate={acts.mayDictateOn(day) ? acts.dictate : undefined}
                onDelete={acts.mayAdd(day) ? acts.remove : undefined}
                onRecord={acts.showRecord}
              />
            ))}
          </div>
        )}
      </div>
      {acts.shown({ title, entriesOf })}
      {isHelp && <KeysDialog keys={rosterKeys} onClose={() => setHelp(false)} />}
    </Page>
  )
}

const keyOf = ({ patientId, facility }: RosterEntry) => `${facility.facilityId} ${patientId}`

/** Whether the first list has an entry that the second lacks. */
function lacks(from: readonly RosterEntry[] | undefined, to: readonly RosterEntry[] | undefined): boolean {
  const there = new Set(to?.map(keyOf))
  return from?.some((entry) => !there.has(keyOf(entry))) ?? false
}

interface ActsOptions extends Pick<WeekProps, 'user' | 'doctor'> {
  roster: ReturnType<typeof useRoster>['data']
  today: string
}

/** The actions of a roster and the overlays that they open. */
function useRosterActs({ user, doctor, roster, today }: ActsOptions) {
  const { notification } = App.useApp()
  const act = useAction({ refreshes: rosterKey })
  const authorisation = useAuthorisation()
  const { dictate } = useDictate()
  const [adding, setAdding] = useState<string>()
  const [printed, setPrinted] = useState<string>()
  const [record, setRecord] = useState<RecordOfVisit>()
  const onRefused = (failure: { code: string; message: string }) => {
    if (!authorisation.isTold(failure)) notification.error({ title: 'Failed', description: failure.message })
  }
  // A day is not past while it is still today at one facility.
  const earliest = (roster?.places ?? []).map((place) => place.today).toSorted()[0] ?? today
  const latest =
    (roster?.places ?? [])
      .map((place) => place.today)
      .toSorted()
      .at(-1) ?? today
  const remove = useStable((entry: RosterEntry) =>
    act.run(() => call(rosterCalls.removeFromRoster, { query: { rosterId: entry.patientRosterId } }), {
      confirm: {
        title: 'Are you sure you want to delete?',
        content: `${entry.patientName}, ${shownDay(entry.day)}`,
        okText: 'Delete',
        isDanger: true,
      },
      success: false,
      onRefused,
    }),
  )
  return {
    /** Billers may only look (ROST-15); a past day is read-only for everyone (Q040). */
    mayAdd: (day: string) => user.userType !== 'biller' && day >= earliest,
    mayDictateOn: (day: string) => mayDictate(user) && day <= latest,
    dictate: useStable((entry: RosterEntry) => dictate(entry.patientRosterId)),
    remove,
    showRecord: setRecord,
    add: setAdding,
    print: setPrinted,
    copy: (day: string) =>
      void act.run(
        () =>
          call(rosterCalls.copyRoster, {
            body: { fromDay: addDays(day, -1), toDay: day, ...(doctor && { providerId: doctor }) },
          }),
        { onRefused },
      ),
    shown: ({
      title,
      entriesOf,
    }: {
      title: string
      entriesOf: (day: string) => readonly RosterEntry[] | undefined
    }) => (
      <>
        {adding && (
          <AddPatients
            day={adding}
            doctor={doctor}
            places={roster?.places ?? []}
            there={entriesOf(adding) ?? []}
            authorisation={authorisation}
            onClose={() => setAdding(undefined)}
          />
        )}
        {authorisation.modal}
        {record && <RosterRecord record={record} authorId={doctor ?? user.id} onClose={() => setRecord(undefined)} />}
        {printed && (
          <RosterSheet
            day={printed}
            title={title}
            entries={entriesOf(printed) ?? []}
            onDone={() => setPrinted(undefined)}
          />
        )}
      </>
    ),
  }
}

/** A function with a stable identity that calls the newest one, so that cards are not drawn again. */
function useStable(run: (entry: RosterEntry) => unknown): (entry: RosterEntry) => void {
  const newest = useRef(run)
  useEffect(() => {
    newest.current = run
  })
  const [stable] = useState(() => (entry: RosterEntry) => void newest.current(entry))
  return stable
}
