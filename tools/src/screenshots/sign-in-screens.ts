import { button } from '../../../e2e/src/at-work.ts'
import type { Screen } from './screen.ts'

export const signInScreens: readonly Screen[] = [
  { name: 'sign-in', path: '/login', states: ['full'], docs: 'sign-in' },
  {
    name: 'sign-in-refused',
    path: '/login',
    states: ['full', 'error'],
    async act(page, state) {
      await page
        .getByLabel('Email')
        .fill(state === 'full' ? 'nobody@demo.dictara.example' : 'doctor@demo.dictara.example')
      await page.getByLabel('Password', { exact: true }).fill('not-the-password-1')
      await page.keyboard.press('Enter')
    },
  },
  { name: 'second-factor', as: 'reviewer2', path: '/dashboard/settings/profile?tab=user-credentials' },
  {
    name: 'second-factor-app',
    as: 'reviewer2',
    path: '/dashboard/settings/profile?tab=user-credentials',
    states: ['full'],
    act: (page) => button(page, 'Set up').click(),
  },
  {
    name: 'sign-in-second-step',
    path: '/login',
    states: ['full'],
    async act(page) {
      const pending = { handle: 'a-handle', ways: ['TOTP', 'PASSKEY', 'RECOVERY'] }
      await page.route(/\/authenticate\/login$/, (route) =>
        route.fulfill({ json: { success: true, message: '', result: [], pending } }),
      )
      await page.getByLabel('Email').fill('doctor@demo.dictara.example')
      await page.getByLabel('Password', { exact: true }).fill('not-the-password-1')
      await page.keyboard.press('Enter')
    },
  },
  {
    name: 'proof',
    as: 'reviewer2',
    path: '/dashboard/settings/profile?tab=user-credentials',
    states: ['full'],
    async act(page) {
      await page.route(/\/second-factor\/totp$/, (route) =>
        route.fulfill({ status: 403, json: { success: false, code: 'proof-needed', message: '', result: [] } }),
      )
      await button(page, 'Set up').click()
    },
  },
  { name: 'sign-in-policy', as: 'clinicAdmin', path: '/dashboard/settings/sign-in', docs: 'sign-in-policy' },
  {
    name: 'sign-in-policy-change',
    as: 'clinicAdmin',
    path: '/dashboard/settings/sign-in',
    states: ['full'],
    async act(page) {
      await button(page, 'Change').click()
      await page.getByRole('radio', { name: /^Required/ }).check()
    },
  },
  { name: 'forgot-password', path: '/forgot-password', states: ['full'] },
  {
    name: 'forgot-password-sent',
    path: '/forgot-password',
    states: ['full', 'error'],
    async act(page) {
      await page.getByLabel('Email').fill('nobody@demo.dictara.example')
      await page.keyboard.press('Enter')
    },
  },
  { name: 'sign-up', path: '/signup', states: ['full'] },
  {
    name: 'sign-up-incomplete',
    path: '/signup',
    states: ['full'],
    act: (page) => button(page, 'Create account').click(),
  },
  {
    name: 'verify-email',
    path: '/otp-verification?id=019a0000-0000-7000-8000-000000000001&otp=042917',
    states: ['full', 'error'],
    act: (page) => button(page, 'Verify').click(),
  },
  { name: 'reset-password', path: '/reset-password/a-link-that-is-over', states: ['full', 'error'] },
]
