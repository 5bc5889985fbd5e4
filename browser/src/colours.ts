type Colour = readonly [onLight: string, onDark: string]

/*
 * Every colour of web, editor and recorder. `colours.css` is written from here (`node tools/src/colours.ts`): `lineStrong` is its
 * `--line-strong`. Text reaches 4.5:1 where it stands, the edge of a control 3:1; a test measures both.
 */

/** Colours that antd's components use too. */
export const colours = {
  // One scale of surfaces, also below a note: the page, what lies on it, what lies above it.
  page: ['#f7f9fc', '#0f151c'],
  card: ['#ffffff', '#151d26'],
  // Surfaces above the page: drawers, dialogs, option lists, notices.
  raised: ['#ffffff', '#1b2530'],
  lineStrong: ['#7b8794', '#8494a5'],
  text: ['#17212b', '#e9eff5'],
  textQuiet: ['#52606d', '#a9b7c6'],
  textFaint: ['#6b6b6b', '#a3adb8'],
  primary: ['#0b5cad', '#7cb8f5'],
  primaryStrong: ['#084a8c', '#a3cffa'],
  onPrimary: ['#ffffff', '#0b1a2a'],
  tint: ['#e6f0fa', '#1d3146'],
  error: ['#c5221f', '#ff8078'],
} as const satisfies Record<string, Colour>

/** Colours that only style sheets use. */
export const sheetColours = {
  line: ['#d5dde7', '#2e3b49'],
  errorStrong: ['#a31c19', '#ffa19b'],
  onError: ['#ffffff', '#2b0503'],
  // Recording controls stay red on dark pages; the paler red there means an error.
  record: ['#c5221f', '#d3302f'],
  recordStrong: ['#a31c19', '#b82523'],
  onRecord: ['#ffffff', '#ffffff'],
  errorTint: ['#fdeceb', '#3a1e1e'],
  success: ['#1a6b34', '#7fd39a'],
  successTint: ['#e7f5ec', '#15301f'],
  warning: ['#8a4b00', '#f3b562'],
  warningTint: ['#fff6e0', '#352a12'],
  added: ['#dcf3e3', '#173a24'],
  taken: ['#fbe1df', '#46211e'],
  highlight: ['#ffe27a', '#6a5200'],
  // The stages of a job (stages.ts): a text and a background colour for each.
  stageBlue: ['#0b5cad', '#8cc1f7'],
  stageBlueTint: ['#e3eefa', '#1a3048'],
  stageSlate: ['#465464', '#b4c1cf'],
  stageSlateTint: ['#e9eef3', '#28333f'],
  stageViolet: ['#5b3aa6', '#c3aef5'],
  stageVioletTint: ['#efe9fb', '#2d2547'],
  stageAmber: ['#844700', '#f5bd6e'],
  stageAmberTint: ['#fdefd0', '#3a2c10'],
  stageRed: ['#b01e1b', '#ff958e'],
  stageRedTint: ['#fde9e7', '#401d1d'],
  stageGreen: ['#17632f', '#86d8a0'],
  stageGreenTint: ['#e1f3e7', '#14311f'],
  // Backgrounds of counts, whose text is white: they stay dark on dark pages.
  count: ['#52606d', '#52606d'],
  countNew: ['#c5221f', '#c5221f'],
  onCount: ['#ffffff', '#ffffff'],
  // Charts of days: jobs that came in and jobs that were filed.
  chartIn: ['#5b3aa6', '#c3aef5'],
  chartOut: ['#0b5cad', '#7cb8f5'],
  wave: ['#9fb3c8', '#4d6176'],
  // Covers a page that is blocked.
  scrim: ['rgb(16 32 48 / 45%)', 'rgb(0 0 0 / 60%)'],
  shadow: ['0 1px 2px rgb(16 32 48 / 6%), 0 4px 16px rgb(16 32 48 / 6%)', '0 1px 2px rgb(0 0 0 / 40%)'],
} as const satisfies Record<string, Colour>
