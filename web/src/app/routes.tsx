import { currentUser } from '@dictara/browser/session'
import { authors, everyone, managers, rosterViewers, workers } from '@dictara/contract/roles'
import type { ComponentType } from 'react'
import { redirect, type RouteObject } from 'react-router'
import { rememberedRedirect } from '../features/identity/post-login-redirect.ts'
import { arrived } from '../platform/arrived.ts'
import { homeOf, paths } from '../platform/paths.ts'
import { facilityPage, guarded, page, paymentPage, runsFacilities, Waiting } from './guarded-page.tsx'
import { RouteFailed } from './route-failed.tsx'

const jobsList = () => import('../features/jobs/jobs-page.tsx').then(({ JobsPage }) => JobsPage)

/** The login screens are only for people who are not signed in (AUTH-05). */
const onlySignedOut = () => (currentUser() ? redirect('/') : null)

const signedOutPage = (path: string, load: () => Promise<ComponentType>): RouteObject => ({
  path,
  HydrateFallback: Waiting,
  loader: onlySignedOut,
  lazy: async () => ({ Component: await arrived(load()) }),
})

const publicPages: RouteObject[] = [
  {
    path: '/login',
    HydrateFallback: Waiting,
    // A signed-in person whom /cross-Auth sent here goes on to the page they wanted (XAUTH-05).
    loader: () => (rememberedRedirect() ? null : onlySignedOut()),
    lazy: async () => ({ Component: (await arrived(import('../features/identity/login-page.tsx'))).LoginPage }),
  },
  {
    path: '/cross-Auth',
    HydrateFallback: Waiting,
    lazy: async () => ({
      Component: (await arrived(import('../features/identity/cross-auth-page.tsx'))).CrossAuthPage,
    }),
  },
  {
    path: '/reset-password/:token',
    HydrateFallback: Waiting,
    lazy: async () => ({
      Component: (await arrived(import('../features/identity/reset-password-page.tsx'))).ResetPasswordPage,
    }),
  },
  {
    path: paths.enrol,
    HydrateFallback: Waiting,
    // Only for a person who must set up a second factor first.
    loader: () => (currentUser()?.mustEnrol ? null : redirect(currentUser() ? '/' : paths.login)),
    lazy: async () => ({ Component: (await arrived(import('./enrol-page.tsx'))).EnrolPage }),
  },
  signedOutPage('/signup', () => import('../features/identity/sign-up-page.tsx').then((m) => m.SignUpPage)),
  signedOutPage('/otp-verification', () => import('../features/identity/otp-page.tsx').then((m) => m.OtpPage)),
  signedOutPage('/forgot-password', () =>
    import('../features/identity/forgot-password-page.tsx').then((m) => m.ForgotPasswordPage),
  ),
]

/** All addresses of the web application (AUTH-12): public pages, the signed-in shell, and sign-in for everything else. */
export const routes: RouteObject[] = [
  {
    ErrorBoundary: RouteFailed,
    children: [
      ...publicPages,
      {
        path: '/',
        ...guarded(),
        HydrateFallback: Waiting,
        lazy: async () => ({ Component: (await arrived(import('./shell.tsx'))).Shell }),
        children: [
          { index: true, loader: () => redirect(currentUser() ? homeOf(currentUser()!) : '/login') },
          page(
            'dashboard',
            () => import('../features/dashboards/dashboard-page.tsx').then((m) => m.DashboardPage),
            workers,
          ),
          // The page itself tells people who have no list (JOBS-08, Q206).
          page('dashboard/jobs-list/:group/:stage', jobsList),
          page('dashboard/jobs-list/:stage', jobsList),
          page('dashboard/jobs-list', jobsList),
          page(
            'dashboard/editor/:jobId',
            () => import('../features/notes/desk/editor-page.tsx').then((m) => m.OlderEditorPage),
            workers,
          ),
          page(
            'dashboard/new-editor/:jobId',
            () => import('../features/notes/desk/editor-page.tsx').then((m) => m.NewerEditorPage),
            workers,
          ),
          page(
            'dashboard/biller',
            () => import('../features/biller-review/biller-page.tsx').then((m) => m.BillerPage),
            ['biller'],
          ),
          page(
            'dashboard/billers-jobs/:jobId',
            () => import('../features/biller-review/biller-review-page.tsx').then((m) => m.BillerReviewPage),
            ['biller'],
          ),
          page(
            'dashboard/doctors',
            () => import('../features/people/doctors-page.tsx').then((m) => m.DoctorsPage),
            managers,
          ),
          page(
            'dashboard/reviewers',
            () => import('../features/people/reviewers-page.tsx').then((m) => m.ReviewersPage),
            managers,
          ),
          page(
            'dashboard/billers',
            () => import('../features/people/billers-page.tsx').then((m) => m.BillersPage),
            managers,
          ),
          page(
            'dashboard/UsersPage',
            () => import('../features/people/users-page.tsx').then((m) => m.UsersPage),
            managers,
          ),
          page(
            'dashboard/UsersPage/import',
            () => import('../features/people/import-people.tsx').then((m) => m.ImportPeople),
            managers,
          ),
          page(
            'dashboard/admins',
            () => import('../features/people/users-page.tsx').then((m) => m.AdminsPage),
            managers,
          ),
          page(
            'dashboard/roster',
            () => import('../features/roster/roster-page.tsx').then((m) => m.RosterPage),
            rosterViewers,
          ),
          page(
            'dashboard/patients',
            () => import('../features/patients/patients-page.tsx').then((m) => m.PatientsPage),
            authors,
          ),
          page(
            'dashboard/patients/import',
            () => import('../features/patients/import-patients.tsx').then((m) => m.ImportPatients),
            authors,
          ),
          ...(['', '/dictation', '/patient-details', '/calendar'] as const).map((type) =>
            page(
              `dashboard/hl7${type}`,
              () => import('../features/hl7-files/hl7-files-page.tsx').then((m) => m.Hl7FilesPage),
              managers,
            ),
          ),
          page(
            'dashboard/line-counts',
            () => import('../features/line-counts/line-counts-page.tsx').then((m) => m.LineCountsPage),
            managers,
          ),
          page('dashboard/audit', () => import('../features/audit/audit-page.tsx').then((m) => m.AuditPage), authors),
          page(
            'dashboard/biller-audit',
            () => import('../features/audit/biller-audit-page.tsx').then((m) => m.BillerAuditPage),
            ['biller'],
          ),
          page('dashboard/mailbox', () => import('../features/mail/mailbox-page.tsx').then((m) => m.MailboxPage), [
            'clinicAdmin',
          ]),
          page(
            'dashboard/delivery',
            () => import('../features/filing/delivery-page.tsx').then((m) => m.DeliveryPage),
            managers,
          ),
          page(
            'dashboard/demo-ehr',
            () => import('../features/filing/demo-ehr-page.tsx').then((m) => m.DemoEhrPage),
            managers,
          ),
          {
            HydrateFallback: Waiting,
            lazy: async () => ({
              Component: (await arrived(import('../features/settings/settings-frame.tsx'))).SettingsFrame,
            }),
            children: [
              page(
                'dashboard/settings',
                () => import('../features/settings/settings-frame.tsx').then((m) => m.SettingsPage),
                everyone,
              ),
              page(
                'dashboard/settings/profile',
                () => import('../features/profile/profile-page.tsx').then((m) => m.ProfilePage),
                everyone,
              ),
              page(
                'dashboard/settings/sign-in',
                () => import('../features/second-factor/sign-in-policy-page.tsx').then((m) => m.SignInPolicyPage),
                ['clinicAdmin'],
              ),
              page(
                'dashboard/settings/turnaround',
                () => import('../features/facilities/turnaround-page.tsx').then((m) => m.TurnaroundPage),
                managers,
              ),
              page(
                'dashboard/settings/device-configuration',
                () =>
                  import('../features/device-configuration/device-configuration-page.tsx').then(
                    (m) => m.DeviceConfigurationPage,
                  ),
                managers,
              ),
              page(
                'dashboard/settings/key-to-phrase',
                () => import('../features/phrases/phrases-page.tsx').then((m) => m.PhrasesPage),
                authors,
              ),
              page(
                'dashboard/settings/ehr-configuration',
                () => import('../features/facilities/ehr-configuration-page.tsx').then((m) => m.EhrConfigurationPage),
                managers,
              ),
              page(
                'dashboard/settings/dictation',
                () => import('../features/templates/templates-page.tsx').then((m) => m.TemplatesPage),
                authors,
              ),
              page(
                'dashboard/settings/dictation/new',
                () => import('../features/templates/template-form-page.tsx').then((m) => m.NewTemplatePage),
                authors,
              ),
              page(
                'dashboard/settings/dictation/:templateId',
                () => import('../features/templates/template-form-page.tsx').then((m) => m.EditTemplatePage),
                authors,
              ),
              facilityPage(
                'dashboard/settings/facility',
                () => import('../features/ehr-configuration/facilities-page.tsx').then((m) => m.FacilitiesPage),
                runsFacilities,
              ),
              facilityPage(
                'dashboard/facility/new',
                () => import('../features/ehr-configuration/facility-page.tsx').then((m) => m.NewFacilityPage),
                runsFacilities,
              ),
              facilityPage(
                'dashboard/facility/:facilityId',
                () => import('../features/ehr-configuration/facility-page.tsx').then((m) => m.FacilityPage),
                managers,
              ),
            ],
          },
          page(
            'dashboard/verify-emr/:clinicId/user/:userId',
            () => import('../features/ehr-configuration/verify-emr-page.tsx').then((m) => m.VerifyEmrPage),
            workers,
          ),
          page(
            'dashboard/dictionary',
            () => import('../features/dictionary/dictionary-phrases-page.tsx').then((m) => m.DictionaryPhrasesPage),
            ['dictaraGod'],
          ),
          page(
            'dashboard/dictionary-templates',
            () => import('../features/dictionary/dictionary-templates-page.tsx').then((m) => m.DictionaryTemplatesPage),
            ['dictaraGod'],
          ),
          paymentPage('dashboard/billing', () =>
            import('../features/payments/billing-page.tsx').then((m) => m.BillingPage),
          ),
          paymentPage('dashboard/billing/manage-cards', () =>
            import('../features/payments/cards-page.tsx').then((m) => m.CardsPage),
          ),
          paymentPage('dashboard/billing/manage-subscription', () =>
            import('../features/payments/subscription-page.tsx').then((m) => m.SubscriptionPage),
          ),
          paymentPage('dashboard/billing/payment-logs', () =>
            import('../features/payments/payment-logs-page.tsx').then((m) => m.PaymentLogsPage),
          ),
        ],
      },
      { path: '*', loader: () => redirect('/login') },
    ],
  },
]
