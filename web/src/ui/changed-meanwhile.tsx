import type { CallFailed } from '@dictara/browser/call'
import { sharedRefusals } from '@dictara/contract'
import { Alert, type FormInstance } from 'antd'
import { useEffect, useRef, useState } from 'react'

/** Labels of the fields of a form. */
export interface FieldNames {
  labels: Readonly<Record<string, string>>
  /** The fields whose value is text for people. */
  texts: readonly string[]
  /** Converts the value of a field to readable text where the raw value is not readable. */
  plain?: Readonly<Record<string, (value: string) => string>>
}

/** Tracks the last seen version of the edited item. */
export function useSeen<Item, Values>(item: Item | undefined, valuesOf: (item: Item) => Values) {
  const [seen, setSeen] = useState(item)
  /**
   * Marks the current version as seen when a save was refused because another person changed the item.
   * @returns the field values of that version
   */
  function present({ code, result }: CallFailed): Values | undefined {
    const now = code === sharedRefusals.changedMeanwhile.code ? (result[0] as Item | undefined) : undefined
    if (now) setSeen(now)
    return now && valuesOf(now)
  }
  return { seen, present }
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/**
 * Merges another person's saved changes into the form. Untouched fields take the present value; the others keep what was entered.
 * @param seen the initial values of the fields
 * @returns a sentence for each field that the other person changed
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

/** Lists what another person changed meanwhile, above the fields, until the form is submitted again. It takes the focus. */
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
