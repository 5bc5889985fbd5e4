import type { Config } from '../../platform/config.ts'
import type { Doors } from '../../platform/database/index.ts'
import { paymentsMode } from '../../platform/payments-mode.ts'
import { endUnlimited, makeUnlimited } from '../facilities/index.ts'
import { savePaymentSetting } from './plans.store.ts'

type Settings = Parameters<typeof paymentsMode>[0] & Pick<Config, 'DICTARA_TRIAL_DAYS' | 'DICTARA_PLAN_LIMITS'>

/**
 * Puts the plans of all facilities in line with the settings, at the start of the server, before it answers anybody. Without payments
 * nothing is limited, and nothing ends. Where nobody asked for the sandbox and it is there for the demo, only the demo, and who chose a
 * plan, take part: a clinic that runs Dictara beside the demo is never stopped.
 */
export const settlePlans = (doors: Doors, settings: Settings): Promise<void> =>
  doors.asSystem('put plans in line with the settings', async (work) => {
    const payments = paymentsMode(settings)
    const isForDemo = payments === 'sandbox' && settings.DICTARA_PAYMENTS === undefined
    await savePaymentSetting(work, {
      isOn: payments !== 'off',
      onlyDemo: isForDemo,
      limits: settings.DICTARA_PLAN_LIMITS,
    })
    if (payments === 'off') return makeUnlimited(work, 'all')
    if (isForDemo) await makeUnlimited(work, 'others')
    await endUnlimited(work, isForDemo ? 'taking-part' : 'all', settings.DICTARA_TRIAL_DAYS)
  })
