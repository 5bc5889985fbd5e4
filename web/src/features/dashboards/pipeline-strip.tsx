import { ageText } from '@dictara/browser/moments'
import { stages } from '@dictara/browser/stages'
import type { Pipeline, pipelineStages } from '@dictara/contract/dashboards'
import { Link } from 'react-router'
import { paths } from '../../platform/paths.ts'
import { jobsOfStage } from '../jobs/index.ts'

type Stage = Pipeline['stages'][number]

const ofStage = (stage: Parameters<typeof jobsOfStage>[0]) => `${paths.myJobs('all')}?${jobsOfStage(stage)}`

/** The stages in order, with the words of their pills and the lists of their jobs. */
const columns: readonly { stage: (typeof pipelineStages)[number]; word: string; to: string }[] = [
  { stage: 'TO_TYPE', word: stages.toType.word, to: ofStage('to-type') },
  { stage: 'TYPING', word: stages.typing.word, to: ofStage('typing') },
  { stage: 'REVIEW_1', word: stages.review1.word, to: ofStage('review-1') },
  { stage: 'REVIEW_2', word: stages.review2.word, to: ofStage('review-2') },
  { stage: 'FILED', word: stages.completed.word, to: paths.myJobs('completed') },
]

const minutesText = (seconds: number) => (seconds > 0 && seconds < 60 ? '< 1 min' : `${Math.round(seconds / 60)} min`)

function Wait({ stage, now }: { stage: Stage; now: number }) {
  if (stage.stage === 'FILED') return <span>today</span>
  if (!stage.waitingSince) return <span>none waiting</span>
  const age = ageText(now - Date.parse(stage.waitingSince))
  return (
    <span className={stage.late > 0 ? 'home-stage-late' : ''}>
      oldest {age}
      {stage.late > 0 && `, ${stage.late} late`}
    </span>
  )
}

/** Shows for each stage the number of jobs, the amount of audio, and the age of the oldest job. */
export function PipelineStrip({ pipeline, now }: { pipeline: Pipeline | undefined; now: number }) {
  return (
    <section aria-label="Pipeline" className="home-section">
      <h2>Pipeline</h2>
      <ol className="home-pipeline">
        {columns.map(({ stage: name, word, to }) => {
          const stage = pipeline?.stages.find((one) => one.stage === name)
          return (
            <li key={name}>
              <Link to={to} className="home-stage">
                <span className="home-stage-word">{word}</span>
                <strong>{stage?.jobs ?? '–'}</strong>
                <span>
                  {stage
                    ? `${pipeline!.isCapped && name !== 'FILED' ? 'over ' : ''}${minutesText(stage.audioLength)} of audio`
                    : '–'}
                </span>
                {stage ? <Wait stage={stage} now={now} /> : <span>–</span>}
              </Link>
            </li>
          )
        })}
      </ol>
    </section>
  )
}
