/** Whether the focus is nobody's, or the page's as a whole: what is mostly wanted may take it. */
export function isFocusFree(): boolean {
  const { activeElement } = document
  return !activeElement || activeElement === document.body || activeElement.id === 'content'
}
