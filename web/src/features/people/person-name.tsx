import { UserOutlined } from '@ant-design/icons'
import type { Person } from '@dictara/contract/people'
import { Avatar, Badge, Flex, Tag, Tooltip } from 'antd'

/** Longer names are cut (PEOP-09). */
const mostLetters = 30

/** A name or email as a table has room for it; the whole is told on top of it. */
export const cutName = (name: string) =>
  name.length > mostLetters ? (
    <Tooltip title={name} trigger={['hover', 'focus']}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- its tooltip has to be reached by keyboard */}
      <span tabIndex={0}>{`${name.slice(0, mostLetters)}…`}</span>
    </Tooltip>
  ) : (
    name
  )

/** Avatar and name; the avatar of an admin who dictates is flagged (PEOP-08, Q056). */
export function PersonName({ person }: { person: Person }) {
  const isAdmin = person.userType !== 'doctor'
  return (
    <Flex gap="small" align="center">
      <Badge dot={isAdmin} color="blue" offset={[-4, 4]}>
        <Avatar size="small" src={person.signedUrl ?? undefined} icon={<UserOutlined aria-hidden />} alt="" />
      </Badge>
      {cutName(person.fullName)}
      {isAdmin && <Tag color="blue">Admin</Tag>}
    </Flex>
  )
}
