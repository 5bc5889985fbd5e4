import { Skeleton } from 'antd'
import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import { paths } from '../../platform/paths.ts'
import { Failed } from '../../ui/failed.tsx'
import { SettingPage } from '../settings/index.ts'
import { TemplateForm } from './template-form.tsx'
import { useTemplate } from './template-queries.ts'

const FormPage = ({ title, children }: { title: string; children: ReactNode }) => (
  <SettingPage title={title} crumbs={[{ title: 'Dictation Template', to: paths.templates }, { title }]} isWide>
    {children}
  </SettingPage>
)

export const NewTemplatePage = () => (
  <FormPage title="Create New Template">
    <TemplateForm />
  </FormPage>
)

export function EditTemplatePage() {
  const { templateId = '' } = useParams()
  const template = useTemplate(templateId)
  return (
    <FormPage title="Edit Template">
      <Failed of={template} title="Couldn’t open the template" inServersWords />
      {template.isPending && <Skeleton active paragraph={{ rows: 8 }} />}
      {template.data && <TemplateForm key={templateId} template={template.data} />}
    </FormPage>
  )
}
