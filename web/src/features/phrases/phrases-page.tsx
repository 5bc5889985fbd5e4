import type { CannedText } from '@dictara/contract/phrases'
import { isManager } from '@dictara/contract/roles'
import { Button, Flex } from 'antd'
import { Download, Plus } from 'lucide-react'
import { useState } from 'react'
import { useUser } from '../../platform/use-user.ts'
import { SettingPage } from '../settings/index.ts'
import { CollectionBoard, ImportModal, type Marked } from '../collections/index.ts'
import { KeyAlone } from './key-alone.tsx'
import { phrases } from './phrase-collection.ts'
import { PhraseModal } from './phrase-modal.tsx'
import { PhrasePreview } from './phrase-preview.tsx'
import './phrases.css'

/** Phrases that a person often uses, each with a short key: kept aside, or in use (K2P-01 to K2P-08). */
export function PhrasesPage() {
  const user = useUser()
  const [opened, setOpened] = useState<{ item?: CannedText }>()
  const [marked, mark] = useState<Marked>()
  const [isImporting, setImporting] = useState(false)
  return (
    <SettingPage
      title="Key to Phrase"
      isWide
      actions={
        <Flex gap="small" wrap>
          <Button icon={<Download size={16} aria-hidden />} onClick={() => setImporting(true)}>
            Import From Global List
          </Button>
          <Button type="primary" icon={<Plus size={16} aria-hidden />} onClick={() => setOpened({})}>
            Create New K2P
          </Button>
        </Flex>
      }
    >
      {user && isManager(user) && <KeyAlone />}
      <CollectionBoard of={phrases} marked={marked} onMark={mark} onOpen={(item) => setOpened({ item })} />
      {opened && <PhraseModal item={opened.item} onMark={mark} onClose={() => setOpened(undefined)} />}
      {isImporting && (
        <ImportModal
          of={phrases}
          preview={(phrase) => <PhrasePreview phrase={phrase} />}
          onClose={() => setImporting(false)}
        />
      )}
    </SettingPage>
  )
}
