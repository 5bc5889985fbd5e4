import type { Person } from '@dictara/contract/people'
import { isManager } from '@dictara/contract/roles'
import { Avatar, Badge, Flex, Tag } from 'antd'
import { UserRound } from 'lucide-react'
import { Cut } from '../../ui/cut.tsx'

/** Longer names are cut (PEOP-09). */
export const mostLetters = 30

/** Avatar and name; the avatar of an admin who dictates is flagged (PEOP-08, Q056). */
export function PersonName({ person }: { person: Person }) {
  return (
    <Flex gap="small" align="center">
      <Badge dot={isManager(person)} color="blue" offset={[-4, 4]}>
        <Avatar size="small" src={person.signedUrl ?? undefined} icon={<UserRound size={16} aria-hidden />} alt="" />
      </Badge>
      <Cut text={person.fullName} most={mostLetters} />
      {isManager(person) && <Tag color="blue">Admin</Tag>}
    </Flex>
  )
}
