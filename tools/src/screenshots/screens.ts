import { recorderScreens } from './recorder-screens.ts'
import type { Screen } from './screen.ts'
import { settingsScreens } from './settings-screens.ts'
import { signInScreens } from './sign-in-screens.ts'
import { workScreens } from './work-screens.ts'

/** Every screen of the product. A new screen is a line in the file of its area. */
export const screens: readonly Screen[] = [...signInScreens, ...workScreens, ...settingsScreens, ...recorderScreens]
