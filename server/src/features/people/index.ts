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
        listDoctors: (work, actor, { query }) => listPeople(work, actor, query, isAuthor),
        addDoctor: async (work, actor, { body }) => ({
          result: [await addPerson(work, actor, doctors, body, invite)],
          // Two wordings: of the EHR's list, and of the form (Q045, PEOP-83, PEOP-84).
          message: body.ehrDoctorId ? 'Doctor Added Successfully' : 'Doctor added successfully.',
        }),
        editDoctor: async (work, actor, { body }) => ({
          result: [await editPerson(work, actor, doctors, body, invite)],
          message: 'Doctor details updated.',
        }),
        listReviewers: (work, actor, { query }) =>
          listPeople(work, actor, query, isOneOf('reviewer', 'transcriptionist')),
        addReviewer: async (work, actor, { body }) => ({
          result: [await addPerson(work, actor, reviewers, body, invite)],
          message: 'Reviewer added successfully.',
        }),
        editReviewer: async (work, actor, { body }) => ({
          result: [await editPerson(work, actor, reviewers, body, invite)],
          message: 'Reviewer details updated.',
        }),
        listBillers: (work, actor, { query }) => listPeople(work, actor, query, isOneOf('biller')),
        addBiller: async (work, actor, { body }) => ({
          result: [await addPerson(work, actor, billers, body, invite)],
          message: 'Biller added successfully',
        }),
        editBiller: async (work, actor, { body }) => ({
          result: [await editPerson(work, actor, billers, body, invite)],
          message: 'Biller details updated.',
        }),
        listEhrDoctors: async (work) => ({ result: await listEhrDoctors(work) }),
        async listReviewersForLevel(work, actor, { query }) {
          const reviewers = await listReviewerOptions(work, actor)
          return { result: [{ reviewers, reviewerGroups: await listGroupOptions(work, actor, query.level) }] }
        },
        listReviewerOptions: async (work, actor) => ({ result: await listReviewerOptions(work, actor) }),
        listBillerOptions: (work, _actor, { query }) => listBillerOptions(work, query),
        togglePerson: (work, actor, { params }) => togglePerson(work, actor, params.id),
        reInvite: (work, _actor, { params }) => reInvite(work, invite, params.id),
      }),
      ...serve(reviewerGroupCalls, {
        listGroups: (work, actor, { query }) => listGroups(work, actor, query),
        addGroup: async (work, actor, { body }) => ({
          result: [await saveReviewerGroup(work, actor, body)],
          message: 'Reviewer group added successfully.',
        }),
        // The words of reviewers (PEOP-87).
        editGroup: async (work, actor, { body }) => ({
          result: [await saveReviewerGroup(work, actor, body)],
          message: 'Reviewer details updated.',
        }),
      }),
    ],
  }
}
