import type { EhrField } from '@dictara/contract/device-configuration'
import { Tree, type TreeDataNode } from 'antd'
import { ChevronDown } from 'lucide-react'
import type { AriaAttributes } from 'react'
import { type Chosen, type FieldNode, leavesOf, nodesOf } from './ehr-fields.ts'

interface EhrFieldTreeProps {
  label: string
  fields: readonly EhrField[]
  chosen: Chosen
  /** False without a work type: then there is nothing to choose. */
  isChoice: boolean
  isEditing: boolean
  onChange: (chosen: Chosen) => void
}

/** The nodes to unfold so that every chosen field is visible. */
const toOpen = (nodes: readonly FieldNode[], chosen: Chosen): string[] =>
  nodes.flatMap(({ key, children }) => {
    const opened = toOpen(children, chosen)
    return opened.length > 0 || children.some((child) => chosen.has(child.key)) ? [key, ...opened] : []
  })

const asTreeData = (nodes: readonly FieldNode[], isEditing: boolean, level = 1): (TreeDataNode & AriaAttributes)[] =>
  nodes.map(({ children, ...node }) => ({
    ...node,
    title: <bdi>{node.title}</bdi>,
    // The rows are siblings in the page and not nested, so each row states its level.
    'aria-level': level,
    disableCheckbox: !isEditing,
    children: asTreeData(children, isEditing, level + 1),
  }))

/**
 * The fields of an EHR (SETT-14). A field with values is chosen through them, or all at once by its own box. Arrows
 * move and unfold, and Space chooses.
 */
export function EhrFieldTree({ label, fields, chosen, isChoice, isEditing, onChange }: EhrFieldTreeProps) {
  const nodes = nodesOf(fields)
  const leaves = new Set(leavesOf(fields).map(({ key }) => key))
  return (
    <Tree
      aria-label={label}
      className="ehr-field-tree"
      blockNode
      checkable={isChoice}
      selectable={false}
      virtual={false}
      // antd's own icon reads out its name.
      switcherIcon={
        <span aria-hidden>
          <ChevronDown size={16} />
        </span>
      }
      treeData={asTreeData(nodes, isEditing)}
      defaultExpandedKeys={toOpen(nodes, chosen)}
      checkedKeys={[...chosen]}
      onCheck={(checked) => {
        const keys = Array.isArray(checked) ? checked : checked.checked
        onChange(new Set(keys.map(String).filter((key) => leaves.has(key))))
      }}
    />
  )
}
