import { Breadcrumb, Skeleton } from 'antd'
import type { ReactNode } from 'react'
import { Link, useParams } from 'react-router'
import { paths } from '../../platform/paths.ts'
import { Failed } from '../../ui/failed.tsx'
import { Page } from '../../ui/page.tsx'
import { TemplateForm } from './template-form.tsx'
import { useTemplate } from './template-queries.ts'

const FormPage = ({ title, children }: { title: string; children: ReactNode }) => (
  <Page title={title}>
    <Breadcrumb
      aria-label="Breadcrumb"
      className="template-crumbs"
      items={[
        { title: <Link to={paths.settings}>Settings</Link> },
        { title: <Link to={paths.templates}>Dictation Template</Link> },
        { title },
      ]}
    />
    {children}
  </Page>
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
      <Failed of={template} title="The template could not be opened" inServersWords />
      {template.isPending && <Skeleton active paragraph={{ rows: 8 }} />}
      {template.data && <TemplateForm key={templateId} template={template.data} />}
    </FormPage>
  )
}
