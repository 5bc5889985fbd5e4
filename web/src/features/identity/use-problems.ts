import { useEffect, useRef, useState } from 'react'

export type Problems<Name extends string> = Partial<Record<Name | 'answer', string>>

/** The problems of a form, shown at its fields; the first wrong field gets the focus. */
export function useProblems<Name extends string>(fields: readonly Name[]) {
  const [problems, setProblems] = useState<Problems<Name>>({})
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const first = fields.find((name) => problems[name])
    if (first) form.current?.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus()
  }, [fields, problems])
  return { form, problems, setProblems }
}

/** Focuses the first field, unless the focus is already somewhere. */
export function useFirstField(form: { current: HTMLFormElement | null }) {
  useEffect(() => {
    if (document.activeElement === document.body) form.current?.querySelector('input')?.focus()
  }, [form])
}
