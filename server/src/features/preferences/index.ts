import { defaultPreferences, preferenceCalls, Preferences } from '@dictara/contract/preferences'
import type { Feature } from '../../platform/feature.ts'
import { serve } from '../../platform/http/serve.ts'
import { findChosen, keepChosen } from './preferences.store.ts'

/** What of the choices this version knows and understands; of a newer one's the rest stays where it is kept. */
function preferencesOf(chosen: Record<string, unknown>): Preferences {
  const read: Preferences = { ...defaultPreferences }
  for (const [name, choice] of Object.entries(Preferences.shape)) {
    const { success, data } = choice.safeParse(chosen[name])
    if (success) Object.assign(read, { [name]: data })
  }
  return read
}

/** How people like to work, kept across their devices (Q203). */
export const preferencesFeature = (): Feature => ({
  name: 'preferences',
  calls: serve(preferenceCalls, {
    getPreferences: async ({ work }) => ({ result: [preferencesOf(await findChosen(work))] }),
    savePreferences: async ({ work, body }) => ({ result: [preferencesOf(await keepChosen(work, body))] }),
  }),
})
