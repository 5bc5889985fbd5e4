/** The contents of a mail: the same words as plain text and as HTML. */
export interface Letter {
  subject: string
  body: string
  html: string
}

/** One part of a mail: a paragraph, a code to type, or a link with the label of its button. */
export type Part = string | { code: string } | { link: string; words: string }

const signs: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string) => text.replaceAll(/[&<>"']/g, (sign) => signs[sign]!)

// Only what mail programs can draw: no style sheet, no picture, no web font. Readable on light and dark.
const page =
  'font:16px/24px system-ui,-apple-system,Segoe UI,Arial,sans-serif;max-width:34rem;margin:0 auto;padding:24px;overflow-wrap:anywhere'
const codeLook = 'font:700 32px/40px ui-monospace,Consolas,monospace;letter-spacing:6px;margin:16px 0'
const linkLook =
  'display:inline-block;padding:12px 20px;border-radius:8px;background:#1d4ed8;color:#ffffff;font-weight:600;text-decoration:none'

function htmlOf(part: Part): string {
  if (typeof part === 'string') return `<p style="margin:16px 0">${escaped(part)}</p>`
  if ('code' in part) return `<p style="${codeLook}">${escaped(part.code)}</p>`
  const link = escaped(part.link)
  return `<p style="margin:24px 0"><a href="${link}" style="${linkLook}">${escaped(part.words)}</a></p><p style="margin:16px 0;font-size:13px">If the button doesn’t work, copy this address: <br><a href="${link}">${link}</a></p>`
}

const textOf = (part: Part) => (typeof part === 'string' ? part : 'code' in part ? part.code : part.link)

/** Writes a mail of its parts. The direction of names is theirs (`dir="auto"` around the first words). */
export function writeLetter(subject: string, greeting: string, parts: readonly Part[]): Letter {
  const head = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>${escaped(subject)}</title></head>`
  return {
    subject,
    body: [greeting, ...parts.map(textOf)].join('\n\n'),
    html: `${head}<body style="margin:0"><div style="${page}"><p dir="auto" style="margin:16px 0">${escaped(greeting)}</p>${parts.map(htmlOf).join('')}</div></body></html>`,
  }
}
