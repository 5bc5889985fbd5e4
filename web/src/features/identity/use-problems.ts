import { useEffect, useRef, useState } from 'react'

export type Problems<Name extends string> = Partial<Record<Name | 'answer', string>>

/** What has to be put right in a form, told at its fields; the first of them gets the caret. */
export function useProblems<Name extends string>(fields: readonly Name[]) {
  const [problems, setProblems] = useState<Problems<Name>>({})
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const first = fields.find((name) => problems[name])
    if (first) form.current?.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus()
  }, [fields, problems])
  return { form, problems, setProblems }
}

/** The caret begins in the first field, unless it stands somewhere already. */
export function useFirstField(form: { current: HTMLFormElement | null }) {
  useEffect(() => {
    if (document.activeElement === document.body) form.current?.querySelector('input')?.focus()
  }, [form])
}
