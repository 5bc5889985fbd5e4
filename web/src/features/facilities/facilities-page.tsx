import { Skeleton, Typography } from 'antd'
import { useUser } from '../../platform/use-user.ts'
import { Failed } from '../../ui/failed.tsx'
import { SettingPage } from '../settings/index.ts'
import { FacilityCards } from './facility-cards.tsx'
import { useFacilityCards } from './use-facility-cards.ts'

/** The facilities of a clinic, read-only (FAC-01). */
export function FacilitiesPage() {
  const user = useUser()
  const cards = useFacilityCards(user?.id ?? '', user !== null)
  return (
    <SettingPage title="Facility">
      <Typography.Paragraph type="secondary">
        You can look up your facilities here. This version of Dictara can’t add or change them.
      </Typography.Paragraph>
      <Failed of={cards} title="Couldn’t load your facilities" />
      {cards.isPending && <Skeleton active title={false} paragraph={{ rows: 3 }} />}
      {cards.data && <FacilityCards cards={cards.data} />}
    </SettingPage>
  )
}
