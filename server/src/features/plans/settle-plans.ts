import type { Config } from '../../platform/config.ts'
import type { Doors } from '../../platform/database/index.ts'
import { paymentsMode } from '../../platform/payments-mode.ts'
import { endUnlimited, makeUnlimited } from '../facilities/index.ts'
import { savePaymentSetting } from './plans.store.ts'

type Settings = Parameters<typeof paymentsMode>[0] & Pick<Config, 'DICTARA_TRIAL_DAYS' | 'DICTARA_PLAN_LIMITS'>

/**
 * Puts the plans of all facilities in line with the settings, at the start of the server, before it answers anybody. Without payments
 * nothing is limited, and nothing ends; with play money only the demo, and who chose a plan, take part.
 */
export const settlePlans = (doors: Doors, settings: Settings): Promise<void> =>
  doors.asSystem('put plans in line with the settings', async (work) => {
    const payments = paymentsMode(settings)
    const isPlay = payments === 'sandbox'
    await savePaymentSetting(work, {
      isOn: payments !== 'off',
      onlyDemo: isPlay,
      limits: settings.DICTARA_PLAN_LIMITS,
    })
    if (payments === 'off') return makeUnlimited(work, 'all')
    if (isPlay) await makeUnlimited(work, 'others')
    await endUnlimited(work, isPlay ? 'taking-part' : 'all', settings.DICTARA_TRIAL_DAYS)
  })
