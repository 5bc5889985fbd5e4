import type { SectionTemplate } from '@dictara/contract/templates'
import { Breadcrumb, Button, Flex } from 'antd'
import { Download, Plus } from 'lucide-react'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { paths } from '../../platform/paths.ts'
import { Page } from '../../ui/page.tsx'
import { CollectionBoard, ImportModal } from '../collections/index.ts'
import './heading-list.css'
import { NoteOf } from './note-preview.tsx'
import { templates } from './template-collection.ts'
import './template-form.css'

/** One of others, as it would be used: its name, what it is for, its note (TMPL-05). */
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
  const [isImporting, setImporting] = useState(false)
  return (
    <Page
      title="Dictation"
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
      <Breadcrumb
        aria-label="Breadcrumb"
        className="template-crumbs"
        items={[{ title: <Link to={paths.settings}>Settings</Link> }, { title: 'Dictation Template' }]}
      />
      <CollectionBoard of={templates} onOpen={({ id }) => void navigate(paths.template(id))} />
      {isImporting && (
        <ImportModal
          of={templates}
          preview={(template) => <TemplatePreview template={template} />}
          onClose={() => setImporting(false)}
        />
      )}
    </Page>
  )
}
