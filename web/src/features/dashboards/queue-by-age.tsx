import { stages } from '@dictara/browser/stages'
import { ageBounds, type Pipeline } from '@dictara/contract/dashboards'

const hoursText = (hours: number) => (hours < 24 ? `${hours}h` : `${hours / 24}d`)
/** "Up to 4h", "4h to 1d", "1d to 3d", "Over 3d". */
const classes = [...ageBounds, null].map((bound, index) => {
  const before = ageBounds[index - 1]
  if (bound === null) return `Over ${hoursText(before!)}`
  return before === undefined ? `Up to ${hoursText(bound)}` : `${hoursText(before)} to ${hoursText(bound)}`
})

const words = {
  TO_TYPE: stages.toType.word,
  TYPING: stages.typing.word,
  REVIEW_1: stages.review1.word,
  REVIEW_2: stages.review2.word,
} as const

/** Shows how long open jobs have waited at their stage. Stages and ages without jobs are left out. */
export function QueueByAge({ pipeline }: { pipeline: Pipeline | undefined }) {
  const rows = (pipeline?.stages ?? []).flatMap(({ stage, ages }) =>
    stage !== 'FILED' && ages.some((jobs) => jobs > 0) ? [{ stage, ages }] : [],
  )
  const shown = classes.flatMap((word, index) => (rows.some(({ ages }) => ages[index]) ? [{ word, index }] : []))
  return (
    <section aria-label="Queue by age" className="home-section">
      <h2>Queue by age</h2>
      <div className="home-card home-ages">
        {rows.length > 0 && (
          <table>
            <thead>
              <tr>
                <th scope="col">Stage</th>
                {shown.map(({ word }) => (
                  <th key={word} scope="col">
                    {word}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ stage, ages }) => (
                <tr key={stage}>
                  <th scope="row">{words[stage]}</th>
                  {shown.map(({ index }) => (
                    <td key={index} className={`is-age-${index}`}>
                      {ages[index] || ''}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        )}
        {rows.length === 0 && <p className="home-quiet">{pipeline ? 'Nothing is waiting.' : '–'}</p>}
      </div>
    </section>
  )
}
