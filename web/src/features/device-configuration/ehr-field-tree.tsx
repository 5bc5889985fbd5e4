import type { EhrField } from '@dictara/contract/device-configuration'
import { Tree, type TreeDataNode } from 'antd'
import { ChevronDown } from 'lucide-react'
import type { AriaAttributes } from 'react'
import { type Chosen, type FieldNode, leavesOf, nodesOf } from './ehr-fields.ts'

interface EhrFieldTreeProps {
  label: string
  fields: readonly EhrField[]
  chosen: Chosen
  /** Without a work type there is nothing to choose for. */
  isChoice: boolean
  isEditing: boolean
  onChange: (chosen: Chosen) => void
}

/** What hides nothing that is chosen. */
const toOpen = (nodes: readonly FieldNode[], chosen: Chosen): string[] =>
  nodes.flatMap(({ key, children }) => {
    const opened = toOpen(children, chosen)
    return opened.length > 0 || children.some((child) => chosen.has(child.key)) ? [key, ...opened] : []
  })

const asTreeData = (nodes: readonly FieldNode[], isEditing: boolean, level = 1): (TreeDataNode & AriaAttributes)[] =>
  nodes.map(({ children, ...node }) => ({
    ...node,
    title: <bdi>{node.title}</bdi>,
    // Rows lie beside each other in the page, not within each other: how deep one is, is said.
    'aria-level': level,
    disableCheckbox: !isEditing,
    children: asTreeData(children, isEditing, level + 1),
  }))

/**
 * The fields of an EHR (SETT-14): one with values is chosen by them, all at once by its own box. Arrows walk and unfold it, Space
 * chooses.
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
      // antd's own says its name.
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
