/** The browser as people have it, for pictures, benches, and the journey of a day. */
export const wholeChromium = '/usr/bin/chromium'

/** The same engine without the windows that nobody sees: a page costs a third less. */
export const chromium = '/usr/bin/chromium-headless-shell'

/** Chromium without a screen, as root, on a machine without internet: none of its own calls home. */
export const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Letters of the shell are as wide as those of the whole browser, not rounded to pixels each.
  '--font-render-hinting=none',
]

/**
 * For pages that live for seconds: to optimise their code costs more than it saves, a fifth of the browser’s time, and a process of
 * its own for drawing as much as a twentieth.
 */
export const shortLivedFlags = ['--js-flags=--no-maglev --no-turbofan', '--in-process-gpu']

/** A microphone that beeps, or plays a file that a further flag names, allowed without a question. */
export const fakeMicrophoneFlags = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream']
