import { vi } from 'vitest'

export interface Asked {
  /** Method and path, e.g. `POST /api/authenticate/login`. */
  what: string
  search: URLSearchParams
  body: unknown
}
type Answer = Record<string, unknown> | Response | Error

/**
 * Stands in the place of `fetch` until `vi.restoreAllMocks`: what each path answers, and everything that was asked.
 * An Error is a wire that is cut; a path that is not named answers 404.
 */
export function openWire(answers: Record<string, (asked: Asked) => Answer>): Asked[] {
  const everything: Asked[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const url = new URL(String(input), location.origin)
    const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : null
    const asked = { what: `${init?.method ?? 'GET'} ${url.pathname}`, search: url.searchParams, body }
    everything.push(asked)
    const answer = answers[url.pathname]?.(asked) ?? refusal(404, 'not-found', 'This was not found.')
    if (answer instanceof Error) throw answer
    if (answer instanceof Response) return answer
    return Response.json({ success: true, message: '', result: [], ...answer })
  })
  return everything
}

export const refusal = (status: number, code: string, message: string) =>
  Response.json({ success: false, code, message, result: [] }, { status })
