import type { TemplateNews } from './use-template.ts'

interface TemplateNewsLineProps {
  templateName: string
  news: TemplateNews | undefined
  onShowNew(): void
}

/** Shows changes of the template since the dictation started; the recording is not affected. */
export function TemplateNewsLine({ templateName, news, onShowNew }: TemplateNewsLineProps) {
  return (
    <div className="headings-news">
      <output className="hint">{news ? wordsOf(news, templateName) : null}</output>
      {news === 'changed' ? (
        <button type="button" className="button button-quiet" onClick={onShowNew}>
          Show new headings
        </button>
      ) : null}
    </div>
  )
}

const wordsOf = (news: TemplateNews, name: string) =>
  news === 'changed'
    ? `“${name}” has changed. These are the old headings; the note will use the new ones.`
    : `“${name}” is no longer one of your active templates. This dictation keeps using it.`
