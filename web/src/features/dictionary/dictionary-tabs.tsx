import { paths } from '../../platform/paths.ts'
import { TabLinks } from '../../ui/tab-links.tsx'

const tabs = [
  { key: 'phrases', to: paths.dictionary, label: 'Key-to-phrase' },
  { key: 'templates', to: paths.dictionaryTemplates, label: 'Dictation Templates' },
]

/** The two parts of the dictionary, each at its own address (DICT-02). */
export const DictionaryTabs = ({ selected }: { selected: 'phrases' | 'templates' }) => (
  <TabLinks name="Dictionary" selected={selected} items={tabs} />
)
