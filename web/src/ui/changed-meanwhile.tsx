import type { CallFailed } from '@dictara/browser/call'
import { sharedRefusals } from '@dictara/contract'
import { Alert, type FormInstance } from 'antd'
import { useEffect, useRef, useState } from 'react'

/** How the fields of a form are called. */
export interface FieldNames {
  labels: Readonly<Record<string, string>>
  /** Those of them whose value is text that people read. */
  texts: readonly string[]
  /** How one of those reads whose value is more than its letters. */
  plain?: Readonly<Record<string, (value: string) => string>>
}

/** What a form edits, as it was seen last. */
export function useSeen<Item, Values>(item: Item | undefined, valuesOf: (item: Item) => Values) {
  const [seen, setSeen] = useState(item)
  /** What was refused because somebody else has changed it since is from now on seen as it is. @returns what the fields would hold of it */
  function present({ code, result }: CallFailed): Values | undefined {
    const now = code === sharedRefusals.changedMeanwhile.code ? (result[0] as Item | undefined) : undefined
    if (now) setSeen(now)
    return now && valuesOf(now)
  }
  return { seen, present }
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/**
 * Brings what was entered onto what somebody else has saved meanwhile: fields that were not touched here take their present value, the
 * others keep what was entered.
 * @param seen what the fields held at first
 * @returns a sentence for each field that somebody else has changed
 */
export function mergeMeanwhile<Values extends object>(
  form: FormInstance,
  seen: Values,
  now: Values,
  { labels, texts, plain }: FieldNames,
): string[] {
  const entered: Values = { ...seen, ...form.getFieldsValue(true) }
  const changed = (Object.keys(now) as (keyof Values & string)[]).filter((name) => !isSame(now[name], seen[name]))
  return changed.map((name) => {
    const isTouched = !isSame(entered[name], seen[name])
    if (!isTouched) form.setFieldsValue({ [name]: now[name] })
    const text = String(now[name] ?? '')
    const value = texts.includes(name) ? `now “${plain?.[name]?.(text) ?? text}”` : 'another one now'
    const isKept = isTouched && !isSame(entered[name], now[name])
    return `${labels[name] ?? name} is ${value}${isKept ? '; what you entered is below' : ''}.`
  })
}

/** What somebody else has changed meanwhile, above the fields, until it is submitted again; it takes the focus. */
export function ChangedMeanwhile({ changes, submit }: { changes: readonly string[]; submit: string }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <div ref={box} tabIndex={-1} style={{ marginBottom: 16 }}>
      <Alert
        type="warning"
        showIcon
        title="Someone else has changed this. Your changes haven’t been saved yet."
        description={
          <>
            {changes.map((change) => (
              <div key={change}>{change}</div>
            ))}
            {changes.length === 0 && <div>None of the fields below.</div>}
            <div>{submit} saves what you see below.</div>
          </>
        }
      />
    </div>
  )
}
