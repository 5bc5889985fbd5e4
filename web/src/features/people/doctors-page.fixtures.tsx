import { storeUser } from '@dictara/browser/session'
import type { Person } from '@dictara/contract/people'
import type { ThemeConfig } from 'antd'
import axe from 'axe-core'
import { vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { mountInShell } from '../../testing/in-shell.tsx'
import { mountRoutes } from '../../testing/in-web-app.tsx'
import { openLiveWire } from '../../testing/live-wire.ts'
import '@dictara/browser/theme.css'
import { DoctorsPage } from './doctors-page.tsx'

export const idOf = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`

export const aFacility = (n: number, facilityName: string, disabled = false) => ({
  facilityId: idOf(n),
  facilityName,
  disabled,
  isParent: false,
})
const main = aFacility(21, 'Main')

/** A doctor of one facility, as the server tells of one. */
export function aDoctor(more: Partial<Person> = {}): Person {
  const facilities = more.facilities ?? [main]
  const firstName = more.firstName ?? 'Dana'
  const lastName = more.lastName ?? 'Okafor'
  return {
    id: idOf(11),
    firstName,
    lastName,
    fullName: `${firstName} ${lastName}`,
    email: 'dana@example.org',
    npi: '1234567893',
    phoneNumber: { countryCode: '+1', number: '202 555 0100' },
    dob: null,
    facilities,
    facilityIds: facilities.map(({ facilityId }) => facilityId),
    biller: null,
    isEnabled: true,
    signedUrl: null,
    userType: 'doctor',
    userPrivilege: 'TRANSCRIPTION_ONLY',
    invited: true,
    isInvitationOpen: true,
    selfReviewEnabled: false,
    activateRoster: false,
    isFacilityAccessEnabled: false,
    reviewerFlow: 'NONE',
    reviewerFlowConfig: {
      reviewerFlow: 'NONE',
      isAnySelectedForLevel1: false,
      isAnySelectedForLevel2: false,
      reviewersForLevel1: [],
      reviewersForLevel2: [],
      reviewerGroupsForLevel1: [],
      reviewerGroupsForLevel2: [],
    },
    ...more,
  }
}

/** A call as the page made it. */
interface Asked {
  path: string
  search: URLSearchParams
  body: Record<string, unknown> | null
}
type Answer = () => object | Response | Promise<Response>

/** The wire in the place of `fetch`: what the server would answer, by method and path; a test may put others in. */
export interface Wire {
  asked: Asked[]
  answers: Record<string, Answer>
}

export const addDoctor = 'POST /api/clinic/doctor'
export const editDoctor = 'PUT /api/clinic/doctor'
export const listDoctors = 'GET /api/clinic/doctor'
export const listFacilities = 'GET /api/clinic/user/facilities'
export const listBillers = 'GET /api/clinic/biller'
export const listLevel = 'GET /api/clinic/reviewer/group/level'
export const listEhrDoctors = 'GET /api/clinic/doctor/ehr'
export const toggle = `POST /api/clinic/clinicAdmin/toggle-ability/${idOf(11)}`
export const reInvite = `POST /api/clinic/user/${idOf(11)}/re-invite-user`

export const refused =
  (message: string): Answer =>
  () =>
    Response.json({ success: false, message, result: [], code: 'refused' }, { status: 422 })
export const unreachable: Answer = () => Promise.reject(new TypeError('Failed to fetch'))

export function aWire(): Wire {
  const asked: Asked[] = []
  const answers: Record<string, Answer> = {
    [listDoctors]: () => ({ result: [aDoctor()], size: 1 }),
    [listFacilities]: () => ({ result: [main, aFacility(22, 'Annex')] }),
    [listBillers]: () => ({ result: [{ id: idOf(31), fullName: 'Bea Hart' }], size: 1 }),
    [listLevel]: () => ({
      result: [
        {
          reviewers: [{ id: idOf(41), fullName: 'Ruth Amsel', email: 'ruth@example.org' }],
          reviewerGroups: [{ id: idOf(51), groupName: 'Night shift' }],
        },
      ],
    }),
    [listEhrDoctors]: () => ({
      result: [
        {
          id: 'e1',
          firstName: 'Mira',
          lastName: 'Lund',
          fullName: 'Mira Lund',
          email: 'mira@example.org',
          npi: '3000000001',
          phoneNumber: null,
          invited: false,
        },
      ],
    }),
  }
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const { pathname, searchParams } = new URL(String(input), location.origin)
    const path = `${init?.method ?? 'GET'} ${pathname}`
    asked.push({ path, search: searchParams, body: typeof init?.body === 'string' ? JSON.parse(init.body) : null })
    const answer = await (answers[path] ?? refused(`Nobody answers ${path}.`))()
    return answer instanceof Response
      ? answer
      : Response.json({ success: true, message: 'Success', result: [], ...answer })
  })
  return { asked, answers }
}

/** Opens the page for somebody of this type. */
const signIn = (userType: string) =>
  storeUser({ id: idOf(1), token: 't', clinicId: idOf(9), userType, userPrivilege: 'NONE', scopes: [] } as never)
const address = '/dashboard/doctors'
const routes = [{ path: address, element: <DoctorsPage /> }]

export function openDoctors(userType = 'clinicAdmin', theme?: ThemeConfig) {
  signIn(userType)
  return mountRoutes(routes, address, theme)
}
/** With what the shell does about failures. */
export function openDoctorsInShell() {
  openLiveWire()
  signIn('clinicAdmin')
  return mountInShell(routes, address)
}

export const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
export const clickOn = (name: string | RegExp) => userEvent.click(button(name))

/** Opens the drawer of the first doctor. */
export async function openEdit() {
  await clickOn('Edit Dana Okafor')
  return page.getByRole('dialog', { name: 'Edit Doctor' })
}

/** What axe finds by WCAG 2.2 AA and best practice. */
export async function violationsIn(host: HTMLElement): Promise<string[]> {
  const { violations } = await axe.run(host, {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  })
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}
