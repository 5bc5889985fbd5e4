import { call } from '@dictara/browser/call'
import { dictionaryCalls, type DictionaryPhrase } from '@dictara/contract/dictionary'
import { phraseRefusals } from '@dictara/contract/phrases'
import { cleanPhrase } from '@dictara/dictation/phrase-text'
import { Alert, Form } from 'antd'
import { useSeen } from '../../ui/changed-meanwhile.tsx'
import { cut } from '../../ui/cut.tsx'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { nameMost } from '../collections/index.ts'
import { KeyAndPhrase, phraseFieldNames } from '../phrases/index.ts'
import { dictionaryKey, useDictionaryCategories } from './dictionary-queries.ts'

interface Values {
  key: string
  dynamic: boolean
  targetEndPoint: string | null
  phrase: string
}

const valuesOf = (of?: DictionaryPhrase): Values => ({
  key: of?.key ?? '',
  dynamic: of?.dynamic ?? false,
  targetEndPoint: of?.targetEndPoint ?? null,
  phrase: of?.phrase ?? '',
})

/** The phrase with line breaks and without trailing ones (DICT-32); a category only for a dynamic one. */
const bodyOf = ({ key, dynamic, targetEndPoint, phrase }: Values) => ({
  key: key.trim(),
  phrase: cleanPhrase(phrase),
  dynamic,
  targetEndPoint: (dynamic && targetEndPoint) || null,
})

interface DictionaryPhraseDrawerProps {
  /** Absent: a new phrase. */
  phrase: DictionaryPhrase | undefined
  onClose: () => void
}

/** Adds or edits a key and its phrase (DICT-10 to DICT-13, DICT-33). */
export function DictionaryPhraseDrawer({ phrase, onClose }: DictionaryPhraseDrawerProps) {
  const isFixed = phrase?.editable === false
  const { seen, present } = useSeen(phrase, valuesOf)
  return (
    <FormDrawer<Values>
      title={phrase ? 'Edit Key-to-Phrase' : 'Add New Key-to-Phrase'}
      name="dictionary-phrase"
      size={560}
      initial={valuesOf(phrase)}
      isNew={!phrase}
      submit="Save"
      firstField="key"
      send={(values) =>
        seen
          ? call(dictionaryCalls.updateDictionaryPhrase, {
              body: {
                id: seen.id,
                version: seen.version,
                global: seen.global,
                active: seen.active,
                ...bodyOf(values),
              },
            })
          : call(dictionaryCalls.createDictionaryPhrase, { body: bodyOf(values) })
      }
      present={present}
      fields={phraseFieldNames}
      done={({ key }) => `Phrase “${cut(key, nameMost)}” saved`}
      refreshes={dictionaryKey}
      refusals={phraseRefusals}
      onClose={onClose}
    >
      {isFixed && (
        <Form.Item>
          <Alert type="error" showIcon title="Action Denied: This item is not editable." />
        </Form.Item>
      )}
      <KeyAndPhrase useCategories={useDictionaryCategories} isReadOnly={isFixed} />
    </FormDrawer>
  )
}
