const aboveThePage = 'dialog:modal, .ant-modal-wrap:not([style*="none"]), .ant-drawer-open'

/**
 * Whether something lies over the page that is answered first: a question, a drawer, the search of everything, the list of the keys.
 * The keys of the page rest meanwhile: nobody sees what they would do.
 */
export const isAskedSomething = (): boolean => document.querySelector(aboveThePage) !== null
