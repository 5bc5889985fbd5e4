import type { CallFailed } from '@dictara/browser/call'
import { collectionRefusals } from '@dictara/contract/collection'

/** The ids of requested items that no longer exist; empty if the refusal has another reason. */
export const goneItems = ({ code, result }: CallFailed): string[] =>
  code === collectionRefusals.gone.code ? result.map((item) => (item as { id: string }).id) : []
