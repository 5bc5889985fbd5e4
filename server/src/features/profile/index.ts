import { profileCalls } from '@dictara/contract/profile'
import type { Blobs } from '../../gateways/blobs/index.ts'
import { photoMimeType } from '../../gateways/pictures/index.ts'
import type { ClinicWork } from '../../platform/database/index.ts'
import type { Feature, Platform } from '../../platform/feature.ts'
import { serve } from '../../platform/http/serve.ts'
import { notFound } from '../../platform/refusal.ts'
import type { SendMail } from '../mail/index.ts'
import { findPhoto, getOwnDetails, getOwnFlags } from '../people/index.ts'
import { changeCredentials } from './change-credentials.ts'
import { readPhoto, servePhoto } from './read-photo.ts'
import { saveOwn } from './save-own.ts'
import { removePhoto, savePhoto } from './save-photo.ts'

export interface ProfileParts {
  platform: Platform
  blobs: Blobs
  /** Where what was uploaded lies in the clear meanwhile. */
  workFolder: string
  sendMail: SendMail
}

const profile = async (work: ClinicWork) => [await getOwnDetails(work)]

/** What people tell and set of themselves: nobody else does (PROF-11). */
export function profileFeature({ platform: { doors }, blobs, workFolder, sendMail }: ProfileParts): Feature {
  return {
    name: 'profile',
    calls: serve(profileCalls, {
      getProfile: async ({ work }) => ({ result: await profile(work) }),
      async saveBasicDetails({ work, body: { version, phoneNumber, firstName, lastName, address } }) {
        const { countryCode: phoneCountryCode, number } = phoneNumber
        await saveOwn(work, { firstName, lastName, phoneCountryCode, phoneNumber: number, address }, version)
        return { result: await profile(work), message: 'Successfully updated profile' }
      },
      getNotificationConfig: async ({ work }) => ({ result: [await getOwnFlags(work)] }),
      async saveNotificationConfig({ work, body: { version, userId: _own, ...flags } }) {
        await saveOwn(work, flags, version)
        return { result: [await getOwnFlags(work)], message: 'Successfully updated profile' }
      },
      async saveUserConfig({ work, body: { version, userId: _own, ...config } }) {
        await saveOwn(work, config, version)
        return { result: await profile(work), message: 'Successfully updated profile' }
      },
      async changeCredentials({ actor, body, facts }) {
        await changeCredentials({ doors, sendMail }, actor, body, facts.cookie.secret)
        return { message: 'Please Login To Continue' }
      },
      uploadPhoto: async ({ actor, request }) => ({
        result: [await savePhoto({ doors, blobs, workFolder }, actor, request)],
        message: 'Profile photo updated successfully',
      }),
      async deletePhoto({ work }) {
        await removePhoto(work, blobs)
        return { message: 'Profile photo removed successfully' }
      },
      async downloadPhoto({ actor, query }) {
        const photo = await doors.inClinic(actor, (work) => findPhoto(work, query.userId))
        if (photo === undefined) throw notFound()
        const bytes = photo && (await readPhoto(blobs, photo))
        return { result: bytes ? [`data:${photoMimeType};base64,${bytes.toString('base64')}`] : [] }
      },
      getPhoto: ({ params, facts, reply }) => servePhoto({ doors, blobs }, params, facts.cookie.secret, reply),
    }),
  }
}
