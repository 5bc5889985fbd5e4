import { nameOfItem } from '@dictara/contract/collection'
import type { Insertable } from 'kysely'
import { checkPhrase } from '../features/phrases/index.ts'
import { checkHeadings } from '../features/templates/index.ts'
import type { Tables } from '../platform/database/index.ts'
import { newId } from '../platform/ids.ts'
import { defaultOf, type DemoHeading, type DemoPhrase, type DemoTemplate, type DemoWords } from './words.ts'

const contentOf = ({ key, phrase, category }: DemoPhrase) =>
  checkPhrase({
    key,
    phrase: phrase.join('\n'),
    dynamic: category !== undefined,
    targetEndPoint: category ?? null,
  })

const headingsOf = (headings: readonly DemoHeading[], phrases: readonly DemoPhrase[]) =>
  checkHeadings(
    headings.map((one) => ({
      customUIHeading: one.heading,
      systemHeading: one.system,
      description: one.help,
      defaultValue: defaultOf(one, phrases),
      required: one.required ?? false,
      appendToDefault: one.append ?? false,
    })),
  )

const nameOf = ({ name, description, flow = false }: DemoTemplate) => ({
  name,
  keyName: nameOfItem(name),
  description,
  templateDrivenFlowEnabled: flow,
})

const reachOf = ({ aside = false, global = false, forAll = false }: DemoPhrase | DemoTemplate) => ({
  active: !aside,
  global,
  exportToOtherAuthors: forAll,
})

/** The phrases and templates of an author as rows of their tables, checked like typed ones. */
export function rowsOfAuthor(clinicId: string, authorId: string, words: readonly DemoWords[]) {
  const known = words.flatMap(({ phrases }) => phrases)
  const templates = words
    .flatMap((one) => one.templates)
    .map((template) => ({ template, id: newId(), headings: headingsOf(template.headings, known) }))
  const phrases = known.map((phrase) => ({ phrase, id: newId() }))
  const own = { clinicId, authorId }
  return {
    templates: templates.map(({ template, id }) => ({
      ...own,
      ...nameOf(template),
      ...reachOf(template),
      id,
      keytophraseEnabled: template.headings.some((heading) => heading.phrases),
    })),
    headings: templates.flatMap(({ id, headings }) =>
      headings.map((heading, position) => ({ ...heading, clinicId, templateId: id, position })),
    ),
    phrases: phrases.map(({ phrase, id }) => ({
      ...own,
      ...contentOf(phrase),
      ...reachOf(phrase),
      id,
      restrictedToTemplates: phrase.keptTo !== undefined,
    })),
    mapping: phrases.flatMap(({ phrase, id }) =>
      (phrase.keptTo ?? []).map(({ template: name, headings = [] }) => ({
        clinicId,
        phraseId: id,
        templateId: templates.find(({ template }) => template.name === name)!.id,
        allHeadings: headings.length === 0,
        headings: [...headings],
      })),
    ),
    links: templates.flatMap(({ template, id }) =>
      phrases.flatMap(({ phrase, id: phraseId }) => {
        const under = template.headings.filter((heading) => heading.phrases?.includes(phrase.key))
        return under.length === 0
          ? []
          : [{ clinicId, templateId: id, phraseId, headings: under.map(({ heading }) => heading) }]
      }),
    ),
  } satisfies WordRows
}

export interface WordRows {
  templates: Insertable<Tables['sectionTemplates']>[]
  headings: Insertable<Tables['templateHeadings']>[]
  phrases: Insertable<Tables['phrases']>[]
  mapping: Insertable<Tables['phraseTemplates']>[]
  links: Insertable<Tables['templatePhrases']>[]
}

/** The entries of the dictionary as rows. */
export const rowsOfDictionary = ({ phrases, templates }: DemoWords) => ({
  phrases: phrases.map((phrase) => ({ ...contentOf(phrase), id: newId() })),
  templates: templates.map((template) => ({
    ...nameOf(template),
    id: newId(),
    headings: headingsOf(template.headings, phrases).map(({ customHeading, ...heading }) => ({
      ...heading,
      customUIHeading: customHeading,
    })),
  })),
})
