/** The full browser that people use, for pictures, benches and the journey of headings. */
export const wholeChromium = '/usr/bin/chromium'

/** The headless shell of the same engine, which needs a third less CPU per page. */
export const chromium = '/usr/bin/chromium-headless-shell'

/** Runs Chromium without a screen, as root, on a machine without internet, and stops its calls home. */
export const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Without this flag the headless shell rounds letter widths to whole pixels, unlike the full browser.
  '--font-render-hinting=none',
]

/**
 * For pages that live only seconds: optimising their code takes a fifth of the browser's CPU and saves less. A separate GPU process
 * takes up to a twentieth.
 */
export const shortLivedFlags = ['--js-flags=--no-maglev --no-turbofan', '--in-process-gpu']

/** A fake microphone, allowed without a prompt. It beeps, or plays a file named by a further flag. */
export const fakeMicrophoneFlags = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream']
