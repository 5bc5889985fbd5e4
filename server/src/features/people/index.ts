import { isManager } from '@dictara/contract'
import { peopleCalls } from '@dictara/contract/people'
import { peopleImportCalls } from '@dictara/contract/people-import'
import { reviewerGroupCalls } from '@dictara/contract/reviewer-groups'
import type { Feature, Platform } from '../../platform/feature.ts'
import { serve } from '../../platform/http/serve.ts'
import { endLinkMadeAt } from '../identity/index.ts'
import { importerOf } from '../imports/index.ts'
import type { Mailing } from '../mail/index.ts'
import { admins, editAdmin } from './admins.ts'
import { billers } from './billers.ts'
import { listBillerOptions, listEhrDoctors, listReviewerOptions } from './choices.store.ts'
import { doctors } from './doctors.ts'
import { isManagedGroup, listGroupOptions, listGroups } from './groups.store.ts'
import { type Invite, invitePerson, type PeopleLetters, reInvite, tellMoved } from './invite-person.ts'
import { peopleKind } from './import-people.ts'
import { isAuthor, isManaged, isOneOf, listPeople } from './people.store.ts'
import { reviewers } from './reviewers.ts'
import { saveReviewerGroup } from './save-group.ts'
import { addPerson, editPerson } from './save-person.ts'
import { togglePerson } from './toggle-person.ts'

export { addFirstAdministrator, type FirstAdministrator } from './first-administrator.ts'
export { actorNow } from './import-people.ts'
export * from './own-details.store.ts'
export { isAt, isAuthor, noteJobCompleted, noteJobCreated } from './people.store.ts'
export { findReachedAuthor, listReachedAuthors, worksAt } from './reached-authors.store.ts'
export { emailIsTaken, linkToFacility } from './save-person.store.ts'

/** The people of a clinic, and the people and groups they can be linked to. */
export function peopleFeature(
  { addresses, doors }: Platform,
  mailing: Pick<Mailing, 'sendMail' | 'mayMail' | 'keepsMail'>,
): Feature {
  const invite: Invite = (work, userId) => invitePerson(work, mailing, addresses.web, userId)
  const letters: PeopleLetters = {
    moved: (work, person, email) =>
      person.invited ? invite(work, person.id) : tellMoved(work, mailing, person, email),
  }
  const inviteMany: Invite = (work, userId) => invitePerson(work, mailing, addresses.web, userId, 'many')
  const importer = importerOf(peopleKind(inviteMany), peopleImportCalls, doors)
  return {
    name: 'people',
    tasks: [importer.task],
    scopes: {
      'managed-user': isManaged,
      'managed-group': isManagedGroup,
      'seen-user': async (work, id) =>
        id === work.actor.userId || (isManager(work.actor) && (await isManaged(work, id))),
    },
    subscribers: {
      /** Nobody received the mail's link, so end it: the list then shows that the invitation has ended. */
      'mail.undelivered': [(work, { userId, sentAt }) => endLinkMadeAt(work, userId, sentAt)],
    },
    calls: [
      ...serve(peopleCalls, {
        listDoctors: ({ work, query }) => listPeople(work, query, isAuthor),
        addDoctor: async ({ work, body }) => ({
          ...(await addPerson(work, doctors, body, invite)),
          // The EHR's list and the form have different wordings (Q045, PEOP-83, PEOP-84).
          message: body.ehrDoctorId ? 'Doctor Added Successfully' : 'Doctor added successfully.',
        }),
        editDoctor: async ({ work, body }) => ({
          result: [await editPerson(work, doctors, body, letters)],
          message: 'Doctor details updated.',
        }),
        listReviewers: ({ work, query }) => listPeople(work, query, isOneOf('reviewer', 'transcriptionist')),
        addReviewer: async ({ work, body }) => ({
          ...(await addPerson(work, reviewers, body, invite)),
          message: 'Reviewer added successfully.',
        }),
        editReviewer: async ({ work, body }) => ({
          result: [await editPerson(work, reviewers, body, letters)],
          message: 'Reviewer details updated.',
        }),
        listAdmins: ({ work, query }) => listPeople(work, query, isOneOf(...admins.userTypes)),
        addAdmin: async ({ work, query, body }) => ({
          ...(await addPerson(work, admins, { ...body, ...query }, invite)),
          message: 'Admin added successfully',
        }),
        editAdmin: async ({ work, query, body }) => ({
          result: [await editAdmin(work, { ...body, ...query }, letters)],
          message: 'Admin details updated.',
        }),
        listBillers: ({ work, query }) => listPeople(work, query, isOneOf('biller')),
        addBiller: async ({ work, body }) => ({
          ...(await addPerson(work, billers, body, invite)),
          message: 'Biller added successfully',
        }),
        editBiller: async ({ work, body }) => ({
          result: [await editPerson(work, billers, body, letters)],
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
      ...importer.calls,
      ...serve(reviewerGroupCalls, {
        listGroups: ({ work, query }) => listGroups(work, query),
        addGroup: async ({ work, body }) => ({
          result: [await saveReviewerGroup(work, body)],
          message: 'Reviewer group added successfully.',
        }),
        // The same wording as for reviewers (PEOP-87).
        editGroup: async ({ work, body }) => ({
          result: [await saveReviewerGroup(work, body)],
          message: 'Reviewer details updated.',
        }),
      }),
    ],
  }
}
