import type { Person } from '@dictara/contract/people'
import { Badge, Flex, Tag } from 'antd'
import { Cut } from '../../ui/cut.tsx'
import { Face } from '../../ui/face.tsx'

/** Longer names are cut (PEOP-09). */
export const mostLetters = 30

/** Avatar and name; the avatar of an admin who dictates is flagged (PEOP-08, Q056). */
export function PersonName({ person, isFlagged }: { person: Person; isFlagged: boolean }) {
  return (
    <Flex gap="small" align="center">
      <Badge dot={isFlagged} color="blue" offset={[-4, 4]}>
        <Face name={person.fullName} photo={person.signedUrl} />
      </Badge>
      <Cut text={person.fullName} most={mostLetters} />
      {isFlagged && <Tag color="blue">Admin</Tag>}
    </Flex>
  )
}
