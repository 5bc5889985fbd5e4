import { call, failureOf } from '@dictara/browser/call'
import { emrVerificationCalls as calls } from '@dictara/contract/emr-verification'
import { useQueryClient } from '@tanstack/react-query'
import { App } from 'antd'
import { useEffect, useEffectEvent } from 'react'
import { useLocation, useNavigate, useParams } from 'react-router'
import { paths } from '../../platform/paths.ts'
import { loadSiteConfig } from '../../platform/site-config.ts'
import { Page } from '../../ui/page.tsx'
import { devPlaceOf } from './dev-place.ts'

type Outcome = { isVerified: boolean; words: string } | { goTo: string }

/** Makes one exchange per address, even if React runs an effect twice, because a state can be used only once. */
const begun = new Map<string, Promise<Outcome>>()

const failed = (words: string): Outcome => ({ isVerified: false, words })

/** Starts a verification, or ends one with the data that the EHR returned (FAC-55, FAC-59). */
async function verify(params: { clinicId: string; userId: string }, path: string, search: string): Promise<Outcome> {
  const query = new URLSearchParams(search)
  const [code, state, facilityId] = ['code', 'state', 'facilityId'].map((name) => query.get(name))
  try {
    if (facilityId) {
      const { result } = await call(calls.startVerification, { params, query: { facilityId } }, { handler: false })
      return { goTo: result[0]!.url }
    }
    const dev = state === 'DEV' && devPlaceOf(await loadSiteConfig(), location.host, path, query)
    if (dev) return { goTo: dev }
    if (!code || !state) return failed(query.get('error_description') ?? 'The EHR didn’t verify you.')
    const { message } = await call(calls.verifyEmr, { params, query: { code, state } }, { handler: false })
    return { isVerified: true, words: message }
  } catch (error) {
    const failure = failureOf(error)
    if (failure?.status === 404)
      return failed('This verification belongs to somebody else. Start yours from the dashboard.')
    return failed(failure?.message ?? 'The EHR couldn’t be asked. Try again from the dashboard.')
  }
}

/**
 * Sends a person to an EHR to prove who they are, and receives them when they return. Always ends at the dashboard
 * (FAC-55 to FAC-59).
 */
export function VerifyEmrPage() {
  const { clinicId = '', userId = '' } = useParams()
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const client = useQueryClient()
  const { notification } = App.useApp()

  const end = useEffectEvent((outcome: Outcome) => {
    if ('goTo' in outcome) return location.assign(outcome.goTo)
    const { isVerified, words } = outcome
    notification[isVerified ? 'success' : 'error']({ title: isVerified ? 'Success' : 'Failed', description: words })
    void client.invalidateQueries({ queryKey: ['facility-cards'] })
    void navigate(paths.dashboard, { replace: true })
  })
  useEffect(() => {
    const key = pathname + search
    if (!begun.has(key)) begun.set(key, verify({ clinicId, userId }, pathname, search))
    let isHere = true
    void begun.get(key)!.then((outcome) => {
      begun.delete(key)
      if (isHere) end(outcome)
    })
    return () => {
      isHere = false
    }
  }, [clinicId, userId, pathname, search])

  return (
    <Page title="Verify EMR">
      <output>Wait for the authentication to get completed. Do not navigate to another page.</output>
    </Page>
  )
}
