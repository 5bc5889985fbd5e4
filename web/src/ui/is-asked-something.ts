const questions = 'dialog:modal, .ant-modal-wrap:not([style*="none"])'

/**
 * Whether something lies over the page that is answered first: a question, a drawer, the search of everything, the list of the keys.
 * The keys of the page rest meanwhile: nobody sees what they would do.
 * @param inDrawer asked by a drawer of its own keys: only what lies over that one counts
 */
export const isAskedSomething = (inDrawer = false): boolean =>
  document.querySelector(inDrawer ? questions : `${questions}, .ant-drawer-open`) !== null
