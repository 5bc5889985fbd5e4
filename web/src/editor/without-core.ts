/** Core parts of TipTap that would bring behaviour of their own: its keymap clears the last heading into a paragraph. */
export const withoutCore = {
  clipboardTextSerializer: false,
  delete: false,
  drop: false,
  keymap: false,
  paste: false,
  tabindex: false,
  textDirection: false,
} as const
