import type { CallFailed } from '@dictara/browser/call'
import { collectionRefusals } from '@dictara/contract/collection'

/** Of what was asked for, the ids of what is not there any more; nothing when it was refused for something else. */
export const goneItems = ({ code, result }: CallFailed): string[] =>
  code === collectionRefusals.gone.code ? result.map((item) => (item as { id: string }).id) : []
