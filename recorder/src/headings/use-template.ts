import type { RecordingDetails } from '@dictara/browser/recordings'
import { use, useMemo } from 'react'
import { RememberedListsContext, type TemplateOption } from '../details/remembered-lists.ts'

/**
 * What the template of a recording says, as it was when the recording was put on the desk: it may be changed, renamed or deleted
 * while somebody dictates on it. Undefined where this computer does not know it.
 */
export function useTemplate({ template }: RecordingDetails): TemplateOption | undefined {
  const lists = use(RememberedListsContext)
  const id = template?.id
  const known = useMemo(() => lists.known.templates?.find((one) => one.id === id), [lists, id])
  // an older version of the recorder remembered names alone
  return known?.headings?.length ? known : undefined
}
