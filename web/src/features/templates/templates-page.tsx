import type { SectionTemplate } from '@dictara/contract/templates'
import { Button, Flex } from 'antd'
import { Download, Plus } from 'lucide-react'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { paths } from '../../platform/paths.ts'
import { SettingPage } from '../settings/index.ts'
import { CollectionBoard, ImportModal, type Marked } from '../collections/index.ts'
import './heading-list.css'
import { NoteOf } from './note-preview.tsx'
import { templates } from './template-collection.ts'
import './template-form.css'

/** A template of others as it would be used: its name, its description, its note (TMPL-05). */
const TemplatePreview = ({ template }: { template: SectionTemplate }) => (
  <>
    <h3 className="template-name">{template.templateName}</h3>
    <p className="template-about">{template.templateDescription}</p>
    <NoteOf headings={template.sectionHeadings} level="h4" />
  </>
)

/** The templates of a person: kept aside, or in use (TMPL-01 to TMPL-04). */
export function TemplatesPage() {
  const navigate = useNavigate()
  const { state } = useLocation()
  // The form links here with the created template.
  const [marked, mark] = useState<Marked | undefined>((state as { made?: Marked } | null)?.made)
  const [isImporting, setImporting] = useState(false)
  return (
    <SettingPage
      title="Dictation"
      crumbs={[{ title: 'Dictation Template' }]}
      isWide
      actions={
        <Flex gap="small" wrap>
          <Button icon={<Download size={16} aria-hidden />} onClick={() => setImporting(true)}>
            Import From Global List
          </Button>
          <Button type="primary" icon={<Plus size={16} aria-hidden />} onClick={() => void navigate(paths.newTemplate)}>
            New Dictation Template
          </Button>
        </Flex>
      }
    >
      <CollectionBoard
        of={templates}
        marked={marked}
        onMark={mark}
        onOpen={({ id }) => void navigate(paths.template(id))}
      />
      {isImporting && (
        <ImportModal
          of={templates}
          preview={(template) => <TemplatePreview template={template} />}
          onClose={() => setImporting(false)}
        />
      )}
    </SettingPage>
  )
}
