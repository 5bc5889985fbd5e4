import { storeUser } from '@dictara/browser/session'
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { mount, until } from '../editor/testing/mount.tsx'
import { jobQueries, queryClient } from '../platform/query-client.ts'
import { openLiveWire } from '../testing/live-wire.ts'
import { aUser } from '../testing/stored-user.fixtures.ts'
import { useLiveJobs } from './use-live-jobs.ts'

afterEach(() => vi.unstubAllGlobals())

test('a list is loaded again when the server reports that the person’s jobs have changed [Q137]', async () => {
  storeUser(aUser({ userType: 'biller', userPrivilege: 'NONE', scopes: ['ROLE_BILLER'] }))
  const ends = openLiveWire()
  let jobs = 3
  function List() {
    useLiveJobs()
    const { data } = useQuery({ queryKey: [...jobQueries, 'biller'], queryFn: async () => jobs, staleTime: Infinity })
    return <p>{data} jobs</p>
  }
  mount(
    <QueryClientProvider client={queryClient}>
      <List />
    </QueryClientProvider>,
  )
  await expect.element(page.getByText('3 jobs')).toBeVisible()
  await until(() => expect(ends[0]?.heard).toContainEqual(expect.objectContaining({ type: 'subscribe' })))
  jobs = 5
  ends[0]!.push({ type: 'lists' })
  await expect.element(page.getByText('5 jobs')).toBeVisible()
})
