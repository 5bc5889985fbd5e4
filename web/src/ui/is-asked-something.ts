const questions = 'dialog:modal, .ant-modal-wrap:not([style*="none"])'

/**
 * Whether an overlay must be answered first: a question, a drawer, the palette, or the list of keys. The keys of the page are off
 * meanwhile, because nobody sees what they would do.
 * @param inDrawer set by a drawer for its own keys: only overlays above that drawer count
 */
export const isAskedSomething = (inDrawer = false): boolean =>
  document.querySelector(inDrawer ? questions : `${questions}, .ant-drawer-open`) !== null
