import { NotYet } from '../ui/not-yet.tsx'
import { Page } from '../ui/page.tsx'

/** A page for an area that this version does not have. */
export function AreaToComePage({ title }: { title: string }) {
  return (
    <Page title={title}>
      <NotYet />
    </Page>
  )
}
