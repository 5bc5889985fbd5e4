import { Typography } from 'antd'

/** Replaces a screen that this version does not have yet. */
export const NotYet = () => (
  <Typography.Paragraph>This area is not in this version of Dictara yet.</Typography.Paragraph>
)
