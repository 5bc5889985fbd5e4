/** Whether the focus is nowhere or on the page as a whole, so that the page's main control may take it. */
export function isFocusFree(): boolean {
  const { activeElement } = document
  return !activeElement || activeElement === document.body || activeElement.id === 'content'
}
