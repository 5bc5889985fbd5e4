import type { UserType } from '@dictara/contract'
import { userTypeWords } from '../../ui/user-type-words.ts'

/** Who did something, and as what. */
export const Person = ({ name, userType }: { name: string; userType: UserType }) => (
  <span className="audit-who">
    {name} <span className="audit-comment">{userTypeWords[userType]}</span>
  </span>
)

/** What somebody said, or a dash. */
export const Comment = ({ comment }: { comment: string | null }) => (
  <span className="audit-words">{comment ?? '–'}</span>
)
