import type { ChartQuestion } from '@dictara/contract/inference'
import { Button } from 'antd'
import type { ShowWords } from './field.tsx'
import type { Inference } from './use-inference.ts'

interface QuestionsProps {
  questions: readonly ChartQuestion[]
  inference: Inference
  onShow: ShowWords
  /** Called before an answer is sent, because the question and its focused button then disappear. */
  onAnswer: () => void
}

/** Questions about contradictions with the chart or within the note. Each question is answered once. */
export function Questions({ questions, inference, onShow, onAnswer }: QuestionsProps) {
  function answer(...given: Parameters<Inference['answer']>) {
    onAnswer()
    void inference.answer(...given)
  }
  if (questions.length === 0) return null
  return (
    <ul className="inference-questions" aria-label="To check">
      {questions.map(({ key, words, sectionId, startIndex, endIndex }) => (
        <li key={key}>
          <button type="button" onClick={() => onShow(sectionId, startIndex, endIndex)}>
            {words}
          </button>
          {inference.isEditable && (
            <div className="inference-acts">
              <Button size="small" disabled={inference.isBusy} onClick={() => answer(key, 'NOTE_IS_RIGHT')}>
                The note is right
              </Button>
              <Button size="small" disabled={inference.isBusy} onClick={() => answer(key, 'CORRECTED')}>
                I corrected it
              </Button>
            </div>
          )}
        </li>
      ))}
    </ul>
  )
}
