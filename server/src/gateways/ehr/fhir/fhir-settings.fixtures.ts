import type { EhrSettings } from '../port.ts'

export const backendSettings = (
  ehrBaseUrl: string,
  privateKey: string,
  scopes = 'system/*.read system/*.write',
): EhrSettings => ({
  ehrBaseUrl,
  clientId: 'dictara-client',
  privateKey,
  scopes,
  documentForm: 'DocumentReference',
})
