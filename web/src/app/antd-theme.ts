import { colours } from '@dictara/browser/colours'
import { face, motionMs, sizes } from '@dictara/browser/tokens'
import { type MappingAlgorithm, type ThemeConfig, theme } from 'antd'

/** Notices avoid the top right, where Retry, page buttons and drawer heads are. */
export const notices = { placement: 'bottomLeft' } as const

/** Keeps the named colours: antd would shade them again on dark pages. */
const asNamed: MappingAlgorithm = ({ colorPrimary, colorLink, colorError }, shades) => ({
  ...shades!,
  colorPrimary,
  colorLink,
  colorError,
})

/** antd's motion unit: a third of its longest motion, in seconds. */
const motionUnit = motionMs / 3 / 1000

/** antd's look in the product's colours and sizes. */
const themeOf = (side: 0 | 1): ThemeConfig => {
  const of = (name: keyof typeof colours) => colours[name][side]
  const [quiet, strong, onPrimary] = [of('textQuiet'), of('primaryStrong'), of('onPrimary')]
  // These parts stay dark on dark pages, where buttons are light, so they keep white text. axe does not check that text.
  const whiteText = { colorTextLightSolid: colours.onPrimary[0] }
  return {
    // Otherwise antd chooses a new name for each page, and makes everything again under that name.
    cssVar: { key: side ? 'antd-dark' : 'antd-light' },
    algorithm: [side ? theme.darkAlgorithm : theme.defaultAlgorithm, asNamed],
    token: {
      // No motion lasts longer than 150 ms. A menu that is still closing would catch the Escape meant for the dialog it opened.
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
      // antd derives this shadow from the error outline, which is strong here.
      Button: { dangerShadow: 'none' },
      Badge: whiteText,
      Tooltip: whiteText,
      Checkbox: { colorWhite: onPrimary },
      Radio: { colorWhite: onPrimary },
      Notification: { width: sizes.notice },
      // Touch targets are 24 px high (WCAG 2.5.8). The margins around the label are for the handle side and the other end.
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

/** The same look without motion. */
export const withoutMotion = (look: ThemeConfig): ThemeConfig => ({
  ...look,
  cssVar: { key: `${look.cssVar!.key}-still` },
  token: { ...look.token, motion: false },
})
