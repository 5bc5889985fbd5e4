import type { UserType } from '@dictara/contract'
import { userTypeWords } from '../../ui/user-type-words.ts'

/** Who did something, and as what. */
export const Person = ({ name, userType }: { name: string; userType: UserType }) => (
  <span className="audit-who">
    {name} <span className="audit-comment">{userTypeWords[userType]}</span>
  </span>
)

/** Words of any length, such as a comment; or a dash. */
export const Words = ({ words }: { words: string | null }) => <span className="audit-words">{words ?? '–'}</span>
