import { colours } from '@dictara/browser/colours'
import { face, motionMs, sizes } from '@dictara/browser/tokens'
import { type MappingAlgorithm, type ThemeConfig, theme } from 'antd'

/** Not at the top right, where Retry, the buttons of a page and the head of a drawer stand. */
export const notices = { placement: 'bottomLeft' } as const

/** On dark pages antd would shade its colours once more. */
const asNamed: MappingAlgorithm = ({ colorPrimary, colorLink, colorError }, shades) => ({
  ...shades!,
  colorPrimary,
  colorLink,
  colorError,
})

/** antd counts in thirds of the longest that something moves. */
const motionUnit = motionMs / 3 / 1000

/** antd's look in the product's colours and sizes. */
const themeOf = (side: 0 | 1): ThemeConfig => {
  const of = (name: keyof typeof colours) => colours[name][side]
  const [quiet, strong, onPrimary] = [of('textQuiet'), of('primaryStrong'), of('onPrimary')]
  // These stay dark on dark pages, where buttons are light: axe leaves their text out.
  const whiteText = { colorTextLightSolid: colours.onPrimary[0] }
  return {
    algorithm: [side ? theme.darkAlgorithm : theme.defaultAlgorithm, asNamed],
    token: {
      // Nothing moves for longer than 150 ms; a menu that still leaves would take the Escape of the dialog that it opened.
      motionUnit,
      fontFamily: face,
      fontSize: sizes.textSize,
      lineHeight: sizes.textLine / sizes.textSize,
      fontSizeSM: sizes.labelSize,
      borderRadius: sizes.radius,
      controlHeight: sizes.control,
      colorPrimary: of('primary'),
      colorPrimaryHover: strong,
      colorPrimaryActive: strong,
      colorLink: of('primary'),
      colorLinkHover: strong,
      colorLinkActive: strong,
      colorError: of('error'),
      colorErrorOutline: of('error'),
      colorText: of('text'),
      colorTextSecondary: quiet,
      colorTextTertiary: quiet,
      colorTextDescription: quiet,
      colorTextPlaceholder: of('textFaint'),
      colorTextDisabled: of('textFaint'),
      colorTextLightSolid: onPrimary,
      colorBgLayout: of('page'),
      colorBgContainer: of('card'),
      colorBgElevated: of('raised'),
    },
    components: {
      Menu: { itemSelectedColor: strong, itemSelectedBg: of('tint') },
      // It is made of the outline of errors, which is strong here.
      Button: { dangerShadow: 'none' },
      Badge: whiteText,
      Tooltip: whiteText,
      Checkbox: { colorWhite: onPrimary },
      Radio: { colorWhite: onPrimary },
      Notification: { width: sizes.notice },
      // A finger hits 24 px (WCAG 2.5.8). The margins are those of a word in it: beside the handle, and at the other end.
      Switch: {
        trackHeight: 24,
        handleSize: 20,
        innerMaxMargin: 28,
        innerMinMargin: 10,
        handleBg: of('card'),
        colorTextQuaternary: quiet,
      },
    },
  }
}

export const lightTheme = themeOf(0)
export const darkTheme = themeOf(1)

/** Of a look what its components need to move nothing. */
export const withoutMotion = (look: ThemeConfig): ThemeConfig => ({ ...look, token: { ...look.token, motion: false } })
