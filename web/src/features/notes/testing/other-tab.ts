import { onTestFinished, vi } from 'vitest'
import { until } from '../../../editor/testing/mount.tsx'
import { jobId } from './editor-wire.tsx'

/** Types at the end of a note, through the editing command of the browser. */
export function typeAtEnd(page: Document, text: string) {
  const note = page.querySelector<HTMLElement>('[role=textbox][aria-label^="Note of job"]')
  if (!note) throw new Error('No note is open.')
  note.focus()
  const selection = page.defaultView!.getSelection()!
  selection.selectAllChildren(note.lastElementChild!)
  selection.collapseToEnd()
  page.dispatchEvent(new Event('selectionchange'))
  page.execCommand('insertText', false, text)
}

/**
 * Opens the same note in another window of this browser, with its own scripts, locks and memory, but the same stand-in
 * server.
 */
export async function openOtherTab() {
  const frame = document.createElement('iframe')
  frame.srcdoc = '<!doctype html><html lang="en"><title>Another tab</title><body><main></main></body>'
  frame.style.cssText = 'inline-size: 60rem; block-size: 40rem'
  const isLoaded = new Promise((loaded) => frame.addEventListener('load', loaded))
  document.body.append(frame)
  await isLoaded
  const inside = frame.contentDocument!
  Object.assign(frame.contentWindow!, { fetch: (...asked: Parameters<typeof fetch>) => window.fetch(...asked) })
  inside.body.dataset['address'] = `/dashboard/editor/${jobId}?userType=transcriptionist`
  const script = inside.createElement('script')
  script.type = 'module'
  script.src = new URL('./other-tab-page.tsx', import.meta.url).href
  inside.body.append(script)
  onTestFinished(() => frame.remove())
  const shows = (text: string) =>
    until(() => {
      if (!inside.body.textContent.includes(text))
        throw new Error(`The other tab does not show "${text}": ${inside.body.textContent}`)
    })
  // The other window loads all modules again, which takes long.
  const isOpen = () => {
    if (!inside.querySelector('[role=textbox][contenteditable=true]')) throw new Error('No note is open.')
  }
  await vi.waitFor(isOpen, { timeout: 60_000, message: 'Time ran out' })
  return {
    shows,
    type: (text: string) => typeAtEnd(inside, text),
    close: () => frame.remove(),
    /** Closes the window like a crash: its page gets no event in which it could still save something. */
    crash() {
      for (const goodbye of ['pagehide', 'visibilitychange', 'beforeunload', 'unload'])
        frame.contentWindow!.addEventListener(goodbye, (event) => event.stopImmediatePropagation(), { capture: true })
      frame.remove()
    },
  }
}
