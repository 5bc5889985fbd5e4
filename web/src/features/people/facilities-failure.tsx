import { Alert, Button } from 'antd'
import type { useFacilities } from './people-queries.ts'

/** Said wherever facilities are chosen, in the server's words (PEOP-82). */
export const FacilitiesFailure = ({ facilities }: { facilities: ReturnType<typeof useFacilities> }) =>
  facilities.isError && (
    <Alert
      type="error"
      title="User Facilities Fetch Failed"
      description={facilities.error.message}
      action={<Button onClick={() => void facilities.refetch()}>Retry</Button>}
    />
  )
