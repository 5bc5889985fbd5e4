import { Typography } from 'antd'
import { Page } from '../ui/page.tsx'

/** An honest page for an area that this version does not have. */
export function AreaToComePage({ title }: { title: string }) {
  return (
    <Page title={title}>
      <Typography.Paragraph>This area is not in this version of Dictara yet.</Typography.Paragraph>
    </Page>
  )
}
