import { Button, Input, type InputRef, Modal, Skeleton } from 'antd'
import { useRef, useState } from 'react'
import { Failed } from '../../ui/failed.tsx'
import { useFocusBack } from '../../ui/use-focus-back.ts'
import { useRosterAuthors } from './use-roster.ts'

interface DoctorsListProps {
  onChoose: (doctorId: string) => void
  onClose: () => void
}

/** The doctors for whom an admin may make a roster (ROST-17). */
export function DoctorsList({ onChoose, onClose }: DoctorsListProps) {
  const doctors = useRosterAuthors(true)
  useFocusBack()
  const field = useRef<InputRef>(null)
  const [search, setSearch] = useState('')
  const shown = (doctors.data ?? []).filter(({ name }) => name.toLowerCase().includes(search.trim().toLowerCase()))
  return (
    // (sic) ROST-17
    <Modal
      open
      title="Docters List"
      footer={null}
      width="min(32rem, 95vw)"
      onCancel={onClose}
      afterOpenChange={(isOpen) => isOpen && field.current?.focus()}
    >
      <div className="roster-choosing">
        <Input.Search
          ref={field}
          allowClear
          aria-label="Search doctors"
          placeholder="Search"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          onSearch={() => shown.length === 1 && onChoose(shown[0]!.id)}
        />
        {doctors.isPending && <Skeleton active aria-label="Loading the doctors" />}
        <Failed of={doctors} title="Error" description="Something went wrong while fetching authors." />
        {doctors.data && shown.length === 0 && <p>No doctors here.</p>}
        <ul className="roster-doctors">
          {shown.map(({ id, name }) => (
            <li key={id}>
              <span>{name}</span>
              <Button aria-label={`Create for ${name}`} onClick={() => onChoose(id)}>
                Create
              </Button>
            </li>
          ))}
        </ul>
      </div>
    </Modal>
  )
}
