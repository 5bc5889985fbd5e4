import { stages } from '@dictara/browser/stages'
import { ageBounds, type Pipeline } from '@dictara/contract/dashboards'

const hoursText = (hours: number) => (hours < 24 ? `${hours} h` : `${hours / 24} d`)
/** "Up to 4 h", "4 h to 1 d", "1 d to 3 d", "Over 3 d". */
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

/** How long what is open has waited at its stage, by stage. */
export function QueueByAge({ pipeline }: { pipeline: Pipeline | undefined }) {
  const rows = (pipeline?.stages ?? []).flatMap(({ stage, ages }) => (stage === 'FILED' ? [] : [{ stage, ages }]))
  return (
    <section aria-label="Queue by age" className="home-section">
      <h2>Queue by age</h2>
      <div className="home-card home-ages">
        <table>
          <thead>
            <tr>
              <th scope="col">Stage</th>
              {classes.map((word) => (
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
                {ages.map((jobs, index) => (
                  <td key={classes[index]} className={jobs > 0 ? `is-age-${index}` : 'is-none'}>
                    {jobs}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        {!pipeline && <p className="home-quiet">–</p>}
      </div>
    </section>
  )
}
