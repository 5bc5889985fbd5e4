import { remember } from '@dictara/browser/storage'

/** This person's last choices on this computer: ids and work types, no patient data. */
export interface RememberedChoices {
  facilityId?: string
  templateId?: string
  workType?: string
}

const nameOf = (userId: string) => `dictara-recorder-choices-${userId}`

export function rememberedChoices(userId: string): RememberedChoices {
  try {
    return JSON.parse(localStorage.getItem(nameOf(userId)) ?? '{}') as RememberedChoices
  } catch {
    return {}
  }
}

export function rememberChoices(userId: string, choices: RememberedChoices): void {
  remember(nameOf(userId), JSON.stringify({ ...rememberedChoices(userId), ...choices }))
}
