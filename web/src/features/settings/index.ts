export { SaveBar } from './save-bar.tsx'
export { SettingPage } from './setting-page.tsx'
export { settingsOf } from './settings-list.ts'
