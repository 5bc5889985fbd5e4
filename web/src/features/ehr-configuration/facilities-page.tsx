import { ehrConfigurationCalls as calls, type ListedFacility } from '@dictara/contract/ehr-configuration'
import { Button, Empty, Flex, Skeleton, Tag } from 'antd'
import { Building2, Plus } from 'lucide-react'
import { Link, useNavigate } from 'react-router'
import { paths } from '../../platform/paths.ts'
import { Failed } from '../../ui/failed.tsx'
import { ListFoot } from '../../ui/list-foot.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { useListQuery } from '../../ui/use-list-query.ts'
import { SettingPage } from '../settings/index.ts'
import { managedKey } from './ehr-queries.ts'
import './facilities-page.css'

const Card = ({ facility }: { facility: ListedFacility }) => (
  <li className="managed-facility">
    <h2>
      <Building2 size={18} aria-hidden />
      <Link to={paths.facility(facility.facilityId)}>{facility.facilityName}</Link>
    </h2>
    {(facility.isParent || facility.disabled) && (
      <p>
        {facility.isParent && <Tag>Main</Tag>}
        {facility.disabled && <Tag>Disabled</Tag>}
      </p>
    )}
    <dl>
      {facility.fields.map(({ fieldName, fieldValue }) => (
        <div key={fieldName}>
          <dt>{fieldName}</dt>
          <dd>{fieldValue}</dd>
        </div>
      ))}
    </dl>
  </li>
)

/** The facilities that a person manages, as cards, 12 a page (FAC-01 to FAC-07). */
export function FacilitiesPage() {
  const navigate = useNavigate()
  const list = useListQuery(calls.listFacilities, { key: managedKey })
  return (
    <SettingPage
      title="Facility"
      isWide
      actions={
        <Flex gap="small" wrap className="managed-facility-tools">
          <SearchBox label="Search Facilities" value={list.search} onSearch={list.onSearch} />
          <Button type="primary" icon={<Plus size={16} aria-hidden />} onClick={() => void navigate(paths.newFacility)}>
            Add
          </Button>
        </Flex>
      }
    >
      <Failed of={list} title="Couldn’t load your facilities" inServersWords />
      {list.isPending && <Skeleton active title={false} paragraph={{ rows: 6 }} />}
      {list.data && (
        <div aria-busy={list.isFetching}>
          {list.rows.length === 0 ? (
            <Empty
              className="list-empty"
              image={Empty.PRESENTED_IMAGE_SIMPLE}
              description={list.search ? 'No facility matches your search.' : 'No facilities added'}
            />
          ) : (
            <ul className="managed-facilities">
              {list.rows.map((facility) => (
                <Card key={facility.facilityId} facility={facility} />
              ))}
            </ul>
          )}
          <ListFoot list={list} />
        </div>
      )}
    </SettingPage>
  )
}
