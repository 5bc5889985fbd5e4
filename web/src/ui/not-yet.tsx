import { Typography } from 'antd'

/** Stands honestly where a screen will be that this version does not have. */
export const NotYet = () => (
  <Typography.Paragraph>This area is not in this version of Dictara yet.</Typography.Paragraph>
)
