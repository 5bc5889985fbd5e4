export { SaveBar } from './save-bar.tsx'
export { SettingPage } from './setting-page.tsx'
