import { expect, test } from 'vitest'
import { hasUnsavedWork, registerUnsavedWork, saveUnsavedWork } from './unsaved-work.ts'

test('sign-out asks only while a page holds unsaved work, and an idle end saves it once [SHELL-45]', async () => {
  expect(hasUnsavedWork()).toBe(false)
  let isUnsaved = true
  let saves = 0
  const close = registerUnsavedWork({
    hasUnsaved: () => isUnsaved,
    async save() {
      saves += 1
      isUnsaved = false
      return true
    },
  })
  expect(hasUnsavedWork()).toBe(true)
  await saveUnsavedWork()
  expect([saves, hasUnsavedWork()]).toEqual([1, false])
  isUnsaved = true
  close()
  expect(hasUnsavedWork()).toBe(false)
})
