import { storeUser } from '@dictara/browser/session'
import { identityCalls } from '@dictara/contract/identity'
import { jobCalls } from '@dictara/contract/jobs'
import type { Section } from '@dictara/contract/notes'
import { blanksOf } from '@dictara/dictation/note-text'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { mountInWebApp } from '../../../testing/in-web-app.tsx'
import { aJob } from '../../../testing/job.fixtures.ts'
import { catchPageLoads } from '../../../testing/page-loads.ts'
import { aUser } from '../../../testing/stored-user.fixtures.ts'
import { type Calls, openCalls, recorderUrl, refused } from '../../../testing/wire.ts'
import { useJobVerbs } from './use-job-verbs.ts'
import type { VerbParts } from './use-verb-run.ts'

const { completeOwn } = jobCalls
const { encryptedKey } = identityCalls
const jobs = '/dashboard/jobs-list/my-jobs/in-progress'
const job = aJob()
const until = (check: () => void) => vi.waitFor(check, 10_000)
let server: Calls
let loads: string[]

beforeEach(() => {
  shown = []
  localStorage.clear()
  server = openCalls()
  server.answer(encryptedKey, ['the-key'])
  server.answer(completeOwn, { message: 'Job completed.' })
  loads = catchPageLoads()
})
afterEach(() => {
  localStorage.clear()
  vi.restoreAllMocks()
})

let shown: Section[] = []
function Complete(more: Partial<VerbParts>) {
  const { complete } = useJobVerbs(job, { saveFirst: async () => true, shown: () => shown, ...more })
  return <button onClick={complete}>Complete it</button>
}
async function complete(crossAuthenticated: boolean, more: Partial<VerbParts> = {}) {
  const user = aUser({ crossAuthenticated })
  storeUser(user)
  localStorage.setItem(`dictara.preferences.${user.id}`, JSON.stringify({ kept: { autoNext: false } }))
  const { router } = mountInWebApp(<Complete {...more} />)
  await userEvent.click(page.getByRole('button', { name: 'Complete it' }))
  await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Complete' }))
  await until(() => expect(server.asked(completeOwn)).toHaveLength(1))
  return router
}

test('a person who came from the recorder returns there with a key after Complete [XAUTH-16]', async () => {
  const router = await complete(true)
  await until(() => expect(loads).toEqual([`${recorderUrl}/?encryptedKey=the-key&from=create`]))
  expect(router.state.location.pathname).toBe('/here')
})

test('a person who signed in here goes to their jobs after Complete, and no key is requested [EDIT-47]', async () => {
  const router = await complete(false)
  await until(() => expect(router.state.location.pathname).toBe(jobs))
  expect(server.asked(encryptedKey)).toEqual([])
})

test('if no key can be loaded, it is only logged, and the person goes to their jobs [XAUTH-17]', async () => {
  server.answer(encryptedKey, refused('Internal error', '', 500))
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  const router = await complete(true)
  await until(() => expect(router.state.location.pathname).toBe(jobs))
  expect(logged).toHaveBeenCalledWith('Couldn’t open the recorder', expect.any(Error))
  const notices = () => [...document.querySelectorAll('.ant-notification-notice')].map(({ textContent }) => textContent)
  await until(() => expect(notices()).toEqual([expect.stringContaining('Job completed.')]))
  expect(loads).toEqual([])
})

test('Complete names the patient that the page shows', async () => {
  await complete(false)
  expect(server.asked(completeOwn)[0]!.body).toEqual({ patientId: job.patientId })
})

const [first, second] = ['3f0c9c52-6d0e-4f0a-9b57-0d2f5a1c9e11', '3f0c9c52-6d0e-4f0a-9b57-0d2f5a1c9e12']
const withTwoBlanks: Section[] = [
  {
    id: 'a',
    heading: { customUIHeading: 'PLAN', systemHeading: 'NONE' },
    content: [
      {
        value: `Start <blank id="${first}" second="4" question="Which?"/> and <blank id="${second}" second="9"/>.`,
        type: 'Text',
        newParagraph: true,
        count: 0,
      },
    ],
  },
]

test('unanswered blanks are mentioned before a note is handed on, and a typist is only asked to confirm [Q202]', async () => {
  server.answer(jobCalls.completeTranscription, { message: 'Job completed.' })
  storeUser(aUser({ userType: 'transcriptionist' }))
  shown = withTwoBlanks
  mountInWebApp(<Complete />)
  await userEvent.click(page.getByRole('button', { name: 'Complete it' }))
  await expect.element(page.getByText('2 blanks are still open.')).toBeVisible()
  expect(server.asked(jobCalls.completeTranscription)).toEqual([])
  await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Complete' }))
  await until(() => expect(server.asked(jobCalls.completeTranscription)).toHaveLength(1))
})

test.each([
  ['the button', 2, 'The reviewer will see them.'],
  ['the key', 2, 'The reviewer will see them.'],
  ['the button', 1, 'The note is filed only if you confirm each of them.'],
  ['the key', 1, 'The note is filed only if you confirm each of them.'],
] as const)(
  'by %s, in a job with %i levels, blanks are mentioned before Approve, with what happens to them [Q202]',
  async (by, levels, words) => {
    server.answer(jobCalls.approve, { message: 'Job approved.' })
    storeUser(aUser({ userType: 'reviewer' }))
    shown = withTwoBlanks
    const reviewed = aJob({ status: 'IN_REVIEW', level: 'LEVEL_1', levels, allowedActions: ['view', 'approve'] })
    function Approve() {
      const { approve, finishNow } = useJobVerbs(reviewed, { saveFirst: async () => true, shown: () => shown })
      return <button onClick={by === 'the key' ? finishNow : approve}>Approve it</button>
    }
    mountInWebApp(<Approve />)
    await userEvent.click(page.getByRole('button', { name: 'Approve it' }))
    await expect.element(page.getByText(`2 blanks are still open. ${words}`)).toBeVisible()
    expect(server.asked(jobCalls.approve)).toEqual([])
    await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Approve' }))
    await until(() => expect(server.asked(jobCalls.approve)).toHaveLength(1))
  },
)

test('a note with blanks is filed only after each of them is confirmed [Q202]', async () => {
  server.answer(completeOwn, ({ body }) =>
    (body as { blanks?: string[] }).blanks
      ? { message: 'Job completed.' }
      : refused('Blanks are unanswered.', 'blanks-unanswered', 422, blanksOf(withTwoBlanks)),
  )
  await complete(false)
  const file = page.getByRole('button', { name: 'File with blanks' })
  await expect.element(file).toBeDisabled()
  await userEvent.click(page.getByRole('checkbox', { name: 'PLAN: Start ____ and ____. (Which?)' }))
  await expect.element(file).toBeDisabled()
  await userEvent.click(page.getByRole('checkbox', { name: 'PLAN: Start ____ and ____.', exact: true }))
  await userEvent.click(file)
  await until(() => expect(server.asked(completeOwn)).toHaveLength(2))
  expect(server.asked(completeOwn)[1]!.body).toEqual({ patientId: job.patientId, blanks: [first, second] })
  await expect.element(page.getByText('Job completed.')).toBeVisible()
})

test('cancelling the question about blanks returns to the note, and nothing is handed on [Q202]', async () => {
  server.answer(completeOwn, refused('Blanks are unanswered.', 'blanks-unanswered', 422, blanksOf(withTwoBlanks)))
  const router = await complete(false)
  await expect.element(page.getByRole('button', { name: 'File with blanks' })).toBeVisible()
  await userEvent.click(page.getByRole('button', { name: 'Cancel' }).last())
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  expect([server.asked(completeOwn).length, router.state.location.pathname]).toEqual([1, '/here'])
})

const namedPlace = (quote: string, start: number) => ({
  field: 'Patient Name',
  heading: 'PLAN',
  place: { sectionId: 's', start, quote, before: 'Rest with ', after: ' at noon.', second: null },
})
const named = refused('It names the patient of before.', 'former-patient-named', 422, [
  namedPlace('Amara', 5),
  namedPlace('HS10001', 40),
])

test('names of the former patient are listed, and the note is handed on after each place is confirmed [Q185]', async () => {
  server.answer(completeOwn, ({ body }) => {
    const { formerNames, blanks } = body as { formerNames?: string[]; blanks?: string[] }
    if (!formerNames) return named
    return blanks
      ? { message: 'Job completed.' }
      : refused('Blanks are unanswered.', 'blanks-unanswered', 422, blanksOf(withTwoBlanks).slice(1))
  })
  await complete(false)
  const on = page.getByRole('button', { name: 'Send anyway' })
  await expect.element(on).toBeDisabled()
  await userEvent.click(page.getByRole('checkbox', { name: 'PLAN: Rest with Amara at noon. (name)' }))
  await expect.element(on).toBeDisabled()
  await userEvent.click(page.getByRole('checkbox', { name: 'PLAN: Rest with HS10001 at noon. (name)' }))
  await userEvent.click(on)
  await userEvent.click(page.getByRole('checkbox', { name: 'PLAN: Start ____ and ____.' }))
  await userEvent.click(page.getByRole('button', { name: 'File with blanks' }))
  await expect.element(page.getByText('Job completed.')).toBeVisible()
  const all = { patientId: job.patientId, formerNames: ['Amara', 'HS10001'], blanks: [second] }
  expect(server.asked(completeOwn).at(-1)!.body).toEqual(all)
})

test('a link to a name of the former patient goes to its place, and nothing is sent', async () => {
  server.answer(completeOwn, named)
  const wentTo: string[] = []
  const onGoTo = ({ quote }: { quote: string }) => void wentTo.push(quote)
  await complete(false, { onGoTo })
  await userEvent.click(page.getByRole('button', { name: 'Go to “HS10001”' }))
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await until(() => expect(wentTo).toEqual(['HS10001']))
  expect(server.asked(completeOwn)).toHaveLength(1)
})

test('a refused Complete shows Failed, with the server’s message [ERR-10, ERR-14]', async () => {
  server.answer(completeOwn, refused('It cannot be, because.'))
  await complete(false)
  await expect.element(page.getByText('Failed')).toBeVisible()
  await expect.element(page.getByText('It cannot be, because.')).toBeVisible()
})

test('a person who has gone to another page stays there when Complete is done', async () => {
  const here = location.href
  server.answer(completeOwn, () => {
    history.pushState(null, '', '/dashboard/new-editor/another-job')
    return { message: 'Job completed.' }
  })
  const router = await complete(false)
  await expect.element(page.getByText('Job completed.')).toBeVisible()
  history.pushState(null, '', here)
  expect([router.state.location.pathname, loads]).toEqual(['/here', []])
})

test('a question closes with its page', async () => {
  storeUser(aUser())
  const { router } = mountInWebApp(<Complete />)
  await userEvent.click(page.getByRole('button', { name: 'Complete it' }))
  await expect.element(page.getByRole('dialog')).toBeVisible()
  await router.navigate('/elsewhere')
  await expect.element(page.getByText('elsewhere')).toBeVisible()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
})
