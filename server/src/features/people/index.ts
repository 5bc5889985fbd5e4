import { peopleCalls } from '@dictara/contract/people'
import { reviewerGroupCalls } from '@dictara/contract/reviewer-groups'
import type { Feature, Platform } from '../../platform/feature.ts'
import { serve } from '../../platform/http/serve.ts'
import { endLinkMadeAt } from '../identity/index.ts'
import type { SendMail } from '../mail/index.ts'
import { billers } from './billers.ts'
import { listBillerOptions, listEhrDoctors, listReviewerOptions } from './choices.store.ts'
import { doctors } from './doctors.ts'
import { isManagedGroup, listGroupOptions, listGroups } from './groups.store.ts'
import { type Invite, invitePerson, reInvite } from './invite-person.ts'
import { isAuthor, isManaged, isOneOf, listPeople } from './people.store.ts'
import { reviewers } from './reviewers.ts'
import { saveReviewerGroup } from './save-group.ts'
import { addPerson, editPerson } from './save-person.ts'
import { togglePerson } from './toggle-person.ts'

export { isAt, isAuthor, noteJobCompleted, noteJobCreated } from './people.store.ts'

/** The people of a clinic, and whom they can be linked to; admins get their own screen later. */
export function peopleFeature({ addresses }: Platform, sendMail: SendMail): Feature {
  const invite: Invite = (work, userId) => invitePerson(work, sendMail, addresses.web, userId)
  return {
    name: 'people',
    scopes: { 'managed-user': isManaged, 'managed-group': isManagedGroup },
    subscribers: {
      /** Nobody has its link: the list says that the invitation has ended. */
      'mail.undelivered': [(work, { userId, sentAt }) => endLinkMadeAt(work, userId, sentAt)],
    },
    calls: [
      ...serve(peopleCalls, {
        listDoctors: ({ work, query }) => listPeople(work, query, isAuthor),
        addDoctor: async ({ work, body }) => ({
          result: [await addPerson(work, doctors, body, invite)],
          // Two wordings: of the EHR's list, and of the form (Q045, PEOP-83, PEOP-84).
          message: body.ehrDoctorId ? 'Doctor Added Successfully' : 'Doctor added successfully.',
        }),
        editDoctor: async ({ work, body }) => ({
          result: [await editPerson(work, doctors, body, invite)],
          message: 'Doctor details updated.',
        }),
        listReviewers: ({ work, query }) => listPeople(work, query, isOneOf('reviewer', 'transcriptionist')),
        addReviewer: async ({ work, body }) => ({
          result: [await addPerson(work, reviewers, body, invite)],
          message: 'Reviewer added successfully.',
        }),
        editReviewer: async ({ work, body }) => ({
          result: [await editPerson(work, reviewers, body, invite)],
          message: 'Reviewer details updated.',
        }),
        listBillers: ({ work, query }) => listPeople(work, query, isOneOf('biller')),
        addBiller: async ({ work, body }) => ({
          result: [await addPerson(work, billers, body, invite)],
          message: 'Biller added successfully',
        }),
        editBiller: async ({ work, body }) => ({
          result: [await editPerson(work, billers, body, invite)],
          message: 'Biller details updated.',
        }),
        listEhrDoctors: async ({ work }) => ({ result: await listEhrDoctors(work) }),
        async listReviewersForLevel({ work, query }) {
          const reviewers = await listReviewerOptions(work)
          return { result: [{ reviewers, reviewerGroups: await listGroupOptions(work, query.level) }] }
        },
        listReviewerOptions: async ({ work }) => ({ result: await listReviewerOptions(work) }),
        listBillerOptions: ({ work, query }) => listBillerOptions(work, query),
        togglePerson: ({ work, params, body }) => togglePerson(work, params.id, body?.isEnabled),
        reInvite: ({ work, params }) => reInvite(work, invite, params.id),
      }),
      ...serve(reviewerGroupCalls, {
        listGroups: ({ work, query }) => listGroups(work, query),
        addGroup: async ({ work, body }) => ({
          result: [await saveReviewerGroup(work, body)],
          message: 'Reviewer group added successfully.',
        }),
        // The words of reviewers (PEOP-87).
        editGroup: async ({ work, body }) => ({
          result: [await saveReviewerGroup(work, body)],
          message: 'Reviewer details updated.',
        }),
      }),
    ],
  }
}
