import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { countWordErrors } from '@dictara/dictation'
import { expect, test } from 'vitest'
import { startTestServer } from '../testing/test-server.ts'
import { demoJobs, timeOf } from './demo-jobs.ts'
import { demoDictations, type DemoDictationName, readRecording } from './dictations.ts'
import { prepareDemo } from './index.ts'
import { demoPatients, patientOfJob } from './patients.ts'
import { inDemoZone, workBefore } from './working-hours.ts'

const women = /\b(she|her|hers|woman|lady)\b/i
const men = /\b(he|him|his|man|gentleman)\b/i
/** Words for the numbers in ages. */
const tens = ['twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety']
const ones = ['', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine']

/** The statements in a text that contradict the patient’s sex or age. */
function contradictions(text: string, patient: { gender: string; birthDate: string }, day: string): string[] {
  const others = patient.gender === 'Female' ? men : women
  const [born, at] = [patient.birthDate, day].map((date) => date.split('-').map(Number))
  const hadBirthday = day.slice(5) >= patient.birthDate.slice(5)
  const age = at![0]! - born![0]! - (hadBirthday ? 0 : 1)
  const spoken = new RegExp(`(${tens.join('|')}) ?(${ones.join('|')}) years? old`, 'i').exec(text)
  const said = spoken
    ? (tens.indexOf(spoken[1]!.toLowerCase()) + 2) * 10 + ones.indexOf(spoken[2]!.toLowerCase())
    : Number(/(\d+)-year-old/.exec(text)?.[1] ?? age)
  const words = others.exec(text)
  return [
    ...(words ? [`${words[0]} for ${patient.gender}`] : []),
    ...(said === age ? [] : [`${said} years for ${age}`]),
  ]
}

const run = promisify(execFile)

/** The length in milliseconds of a recording once decoded. */
async function heardMs(name: string): Promise<number> {
  const path = join(import.meta.dirname, 'dictations', `${name}.mp3`)
  const asWave = ['-v', 'error', '-i', path, '-ac', '1', '-ar', '16000', '-f', 's16le', 'pipe:1']
  const { stdout } = await run('ffmpeg', asWave, { encoding: 'buffer', maxBuffer: 8_000_000 })
  return stdout.length / 32
}

test.each(['2026-11-23T04:10:00Z', '2027-02-28T15:00:00Z', '2028-03-01T20:00:00Z', '2031-07-04T12:30:00Z'])(
  'no text of the demo contradicts its patient’s sex or age, whenever the demo is made: %s',
  (time) => {
    const now = new Date(time)
    const patients = demoPatients(200, 'HS', now)
    for (const [index, job] of demoJobs.entries()) {
      const patient = patients.find((one) => one.medicalRecordNumber === patientOfJob(index))!
      const day = inDemoZone(timeOf(job, now, job.minutesAgo)).date
      expect(contradictions(demoDictations[job.dictation].words, patient, day), job.dictation).toEqual([])
      expect(patient.admissionDate <= day).toBe(true)
    }
    expect(new Set(patients.map(({ firstName, lastName }) => `${firstName} ${lastName}`)).size).toBe(patients.length)
  },
)

test('each recording of the demo has the stated length, so that lists and player agree', async () => {
  for (const [name, { lengthMs }] of Object.entries(demoDictations)) {
    expect(Math.abs((await heardMs(name)) - lengthMs), name).toBeLessThan(5)
  }
})

test('each recording of the demo has its own text, and no two jobs have the same', () => {
  for (const name of Object.keys(demoDictations) as DemoDictationName[]) {
    const heard = readRecording(name).heard.map(({ word }) => word)
    const { wrong, words } = countWordErrors(demoDictations[name].words, heard.join(' '))
    expect(wrong / words, name).toBeLessThan(0.15)
  }
  expect(new Set(demoJobs.map(({ dictation }) => dictation)).size).toBe(demoJobs.length)
})

test.each(['2026-11-22T22:00:00Z', '2026-11-23T04:10:00Z', '2026-11-23T13:00:00Z', '2026-11-03T02:00:00Z'])(
  'people of the demo work from Mondays to Fridays, by day, whenever it is made: %s',
  (time) => {
    const now = new Date(time)
    let before = now
    for (const minutes of [0, 18, 60, 539, 540, 541, 2_700]) {
      const moment = workBefore(now, minutes)
      const { hour, isWeekend } = inDemoZone(moment)
      expect([isWeekend, hour >= 8 && hour <= 17]).toEqual([false, true])
      expect(moment <= before).toBe(true)
      before = moment
    }
  },
)

const statuses = [
  'BILLED',
  'STRUCK_OUT',
  'WRITING',
  'WRITING',
  'INCOMPLETE',
  'IN_REVIEW',
  'READY',
  'IN_REVIEW',
  'READY',
  'IN_PROGRESS',
  'IN_PROGRESS',
  'IN_PROGRESS',
  'AVAILABLE',
  'AVAILABLE',
]

test('a job of the demo is submitted, typed, reviewed and filed in sequence, and its notes match their patients', async () => {
  const server = await startTestServer({ settings: { DICTARA_DEMO: 'yes' } })
  try {
    await prepareDemo(server.doors, server.app.blobs, server.config)
    const { rows: jobs } = await server.owner.query(
      `select j.number, j.status, j.submitted_at, j.last_updated_at, j.priority, j.due_at < now() as late, p.gender, p.birth_date::text as "birthDate",
        j.date_of_encounter::text as day, n.text, j.notices, t.name as template,
        array(select t.moment from job_stints s, lateral (values (s.started_at), (s.ended_at)) t (moment)
          where s.job_id = j.id and t.moment is not null order by s.started_at, s.id, t.moment) as moments
       from jobs j join patients p on p.id = j.patient_id left join section_templates t on t.id = j.template_id
       left join lateral (select string_agg(v.content::text, ' ' order by s.position) as text from note_sections s
         join note_section_versions v using (job_id, section_id, version) where s.job_id = j.id) n on true
       order by j.number`,
    )
    expect(jobs.map(({ status }) => status)).toEqual(statuses)
    for (const [index, job] of jobs.entries()) {
      const moments: Date[] = [job.submitted_at, ...job.moments, job.last_updated_at]
      expect(moments, job.number).toEqual(moments.toSorted((a, b) => a.getTime() - b.getTime()))
      if (index > 0) expect(job.submitted_at > jobs[index - 1].submitted_at).toBe(true)
      if (job.priority === 'ROUTINE') for (const at of moments) expect(inDemoZone(at).isWeekend).toBe(false)
      if (job.status === 'INCOMPLETE') expect(job.text).toBeNull()
      else expect(contradictions(job.text, job, job.day), job.text).toEqual([])
    }
    const { rows: notifications } = await server.owner.query(
      `select n.target, n.sender_name as "senderName", n.sender_id = n.user_id as "isOwn", n.created_at as at, j.number
       from notifications n join jobs j on j.id = n.job_id`,
    )
    for (const { at, number, isOwn } of notifications) {
      const job = jobs.find((one) => one.number === number)
      // The notification has the time of its event, not the time when the demo was made, and nobody is notified of
      // their own actions.
      expect(at >= job.submitted_at && at <= job.last_updated_at, number).toBe(true)
      expect(isOwn).not.toBe(true)
    }
    expect(notifications.find(({ target }) => target === 'REVIEWER_REJECTED')?.senderName).toBe('Ruth Amsel')
    const open = jobs.filter(({ status }) => !['BILLED', 'STRUCK_OUT', 'WRITING', 'INCOMPLETE'].includes(status))
    const numbersOf = (kind: typeof open) => kind.map(({ number }) => Number(number))
    expect(numbersOf(open.filter(({ late }) => late))).toEqual([6])
    expect(numbersOf(open.filter(({ priority }) => priority === 'STAT'))).toEqual([14])
    // A completed job has the corrected text, an uncompleted one the recognised text.
    expect(jobs[8].text).toContain('cough at night')
    expect(jobs[12].text).not.toContain('abduction')
    // A job with a template has its phrases and default texts beside the dictated text. The editor shows which other
    // sections the template requires.
    expect(jobs[10].text).toMatch(
      /heart is irregular.*Atrial fibrillation with a ventricular rate of <blank .*Rate control with the goal/i,
    )
    // The templates add nothing undictated about the patient: no exam, no rhythm that contradicts fibrillation, no
    // treatment.
    expect(jobs[10].text).not.toMatch(/jugular|regular rate and rhythm|is recommended/i)
    expect(jobs[10].notices).toEqual([])
    expect(jobs[8].text).toMatch(/wheezing.*Asthma.*nearest emergency department/)
    expect(jobs[11].text).toMatch(/sprain of the right knee.*Physical therapy is prescribed/i)
    expect(jobs.map(({ template }) => template).filter(Boolean)).toEqual([
      'Acute Respiratory Visit',
      'Cardiology Consultation',
      'Knee Evaluation',
    ])
  } finally {
    await server.close()
  }
}, 60_000)
