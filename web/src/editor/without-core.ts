/**
 * Core parts of TipTap that are left out because of their own behaviour: its keymap turns the last heading into a
 * paragraph.
 */
export const withoutCore = {
  clipboardTextSerializer: false,
  delete: false,
  drop: false,
  keymap: false,
  paste: false,
  tabindex: false,
  textDirection: false,
} as const
