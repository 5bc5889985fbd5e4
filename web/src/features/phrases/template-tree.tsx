import type { TemplateMapping } from '@dictara/contract/phrases'
import { Skeleton, Tree } from 'antd'
import { ChevronDown } from 'lucide-react'
import { Failed } from '../../ui/failed.tsx'
import { useTemplateMapping } from './phrase-queries.ts'
import { checkedOf, mappingOf, nodesOf, unseenOf } from './template-mapping.ts'

interface TemplateTreeProps {
  value?: TemplateMapping[]
  onChange?: (mapping: TemplateMapping[]) => void
  isReadOnly: boolean
}

/** Templates and their headings, each with a box: a template's box is ticked if all of its headings are (K2P-14). */
export function TemplateTree({ value = [], onChange, isReadOnly }: TemplateTreeProps) {
  const templates = useTemplateMapping(true)
  if (templates.isPending) return <Skeleton active title={false} paragraph={{ rows: 3 }} />
  if (!templates.data) return <Failed of={templates} title="Couldn’t load the templates" inServersWords />
  const unseen = unseenOf(value, templates.data).length
  const more = unseen > 0 && (
    <p className="phrase-quiet">
      It’s also restricted to {unseen === 1 ? 'a template that isn’t' : `${unseen} templates that aren’t`} in your
      lists.
    </p>
  )
  if (templates.data.length === 0) return more || <p className="phrase-quiet">You have no dictation templates.</p>
  const nodes = nodesOf(templates.data)
  const checked = checkedOf(value, templates.data)
  const withTicks = nodes.filter(({ children }) => children.some(({ key }) => checked.includes(key)))
  return (
    <>
      <Tree
        aria-label="Templates and headings"
        className="template-tree"
        blockNode
        checkable
        selectable={false}
        virtual={false}
        // antd's own icon reads out its name.
        switcherIcon={
          <span aria-hidden>
            <ChevronDown size={16} />
          </span>
        }
        treeData={nodes.map(({ children, ...node }) => ({
          ...node,
          'aria-level': 1,
          disableCheckbox: isReadOnly,
          children: children.map((child) => ({ ...child, 'aria-level': 2, disableCheckbox: isReadOnly })),
        }))}
        defaultExpandedKeys={withTicks.map(({ key }) => key)}
        checkedKeys={checked}
        onCheck={(keys) =>
          onChange?.(mappingOf((Array.isArray(keys) ? keys : keys.checked).map(String), templates.data, value))
        }
      />
      {more}
    </>
  )
}
