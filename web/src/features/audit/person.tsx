import type { UserType } from '@dictara/contract'
import { userTypeWords } from '@dictara/contract/user-type-words'

/** A person's name and user type. */
export const Person = ({ name, userType }: { name: string; userType: UserType }) => (
  <span className="audit-who">
    {name} <span className="audit-comment">{userTypeWords[userType]}</span>
  </span>
)

/** Text of any length, such as a comment, or a dash if there is none. */
export const Words = ({ words }: { words: string | null }) => <span className="audit-words">{words ?? '–'}</span>
