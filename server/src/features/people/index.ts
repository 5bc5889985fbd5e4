import { peopleCalls } from '@dictara/contract/people'
import type { Feature, Platform } from '../../platform/feature.ts'
import { serve } from '../../platform/http/serve.ts'
import { endLinkMadeAt } from '../identity/index.ts'
import type { SendMail } from '../mail/index.ts'
import { invitePerson, reInvite } from './invite-person.ts'
import { listBillers, listEhrDoctors, listGroups, listReviewers } from './choices.store.ts'
import { getPerson, isManaged, listDoctors } from './people.store.ts'
import { addDoctor, editDoctor } from './save-doctor.ts'
import { togglePerson } from './toggle-person.ts'

export { isAt, isAuthor, noteJobCompleted, noteJobCreated } from './people.store.ts'

/** Doctors and whom they can be linked to; reviewers, admins and billers get their own screens later. */
export const peopleFeature = ({ addresses }: Platform, sendMail: SendMail): Feature => ({
  name: 'people',
  scopes: { 'managed-user': isManaged },
  subscribers: {
    /** Nobody has its link: the list says that the invitation has ended. */
    'mail.undelivered': [(work, { userId, sentAt }) => endLinkMadeAt(work, userId, sentAt)],
  },
  calls: serve(peopleCalls, {
    listDoctors: (work, actor, { query }) => listDoctors(work, actor, query),
    /** Two wordings: of the EHR's list, and of the form (Q045, PEOP-83, PEOP-84). */
    async addDoctor(work, actor, { body }) {
      const id = await addDoctor(work, actor, body)
      await invitePerson(work, sendMail, addresses.web, id)
      const message = body.ehrDoctorId ? 'Doctor Added Successfully' : 'Doctor added successfully.'
      return { result: [await getPerson(work, id)], message }
    },
    async editDoctor(work, actor, { body: { id, ...input } }) {
      const isElsewhere = await editDoctor(work, actor, id, input)
      if (isElsewhere) await invitePerson(work, sendMail, addresses.web, id)
      return { result: [await getPerson(work, id)], message: 'Doctor details updated.' }
    },
    listEhrDoctors: async (work) => ({ result: await listEhrDoctors(work) }),
    async listReviewersForLevel(work, actor, { query }) {
      const reviewers = await listReviewers(work, actor)
      return { result: [{ reviewers, reviewerGroups: await listGroups(work, query.level) }] }
    },
    listReviewers: async (work, actor) => ({ result: await listReviewers(work, actor) }),
    listBillerOptions: (work, _actor, { query }) => listBillers(work, query),
    togglePerson: (work, actor, { params }) => togglePerson(work, actor, params.id),
    reInvite: (work, _actor, { params }) => reInvite(work, sendMail, addresses.web, params.id),
  }),
})
