import type { CannedText } from '@dictara/contract/phrases'
import { isManager } from '@dictara/contract/roles'
import { Breadcrumb, Button, Flex } from 'antd'
import { Download, Plus } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { paths } from '../../platform/paths.ts'
import { useUser } from '../../platform/use-user.ts'
import { Page } from '../../ui/page.tsx'
import { CollectionBoard, ImportModal } from '../collections/index.ts'
import { KeyAlone } from './key-alone.tsx'
import { phrases } from './phrase-collection.ts'
import { PhraseModal } from './phrase-modal.tsx'
import { PhrasePreview } from './phrase-preview.tsx'
import './phrases.css'

const title = 'Key to Phrase'

/** The phrases that a person says often, each by a short key: kept aside, or in use (K2P-01 to K2P-08). */
export function PhrasesPage() {
  const user = useUser()
  const [opened, setOpened] = useState<{ item?: CannedText }>()
  const [isImporting, setImporting] = useState(false)
  return (
    <Page
      title={title}
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
      <div className="phrase-above">
        <Breadcrumb aria-label="Breadcrumb" items={[{ title: <Link to={paths.settings}>Settings</Link> }, { title }]} />
        {user && isManager(user) && <KeyAlone />}
      </div>
      <CollectionBoard of={phrases} onOpen={(item) => setOpened({ item })} />
      {opened && <PhraseModal item={opened.item} onClose={() => setOpened(undefined)} />}
      {isImporting && (
        <ImportModal
          of={phrases}
          preview={(phrase) => <PhrasePreview phrase={phrase} />}
          onClose={() => setImporting(false)}
        />
      )}
    </Page>
  )
}
