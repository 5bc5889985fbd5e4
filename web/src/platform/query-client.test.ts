import { CallFailed } from '@dictara/browser/call'
import { onlineManager } from '@tanstack/react-query'
import { afterEach, expect, test } from 'vitest'
import { queryClient } from './query-client.ts'

afterEach(() => {
  onlineManager.setOnline(true)
  queryClient.clear()
})

const unanswered = () => Promise.reject(new CallFailed(0, 'too-late', 'The server cannot be reached.'))

test('without network a query fails instead of waiting silently', async () => {
  onlineManager.setOnline(false)
  await expect(queryClient.fetchQuery({ queryKey: ['jobs'], queryFn: unanswered })).rejects.toThrow('be reached')
})

test('without network a mutation fails, and is not carried out later', async () => {
  onlineManager.setOnline(false)
  const release = queryClient.getMutationCache().build(queryClient, { mutationFn: unanswered })
  await expect(release.execute(undefined)).rejects.toThrow('be reached')
})
