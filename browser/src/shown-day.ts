/** A day as people here write it: "2026-11-21", or the moment of it, becomes "11/21/2026". */
export const shownDay = (day: string): string => day.replace(/^(\d{4})-(\d{2})-(\d{2}).*$/, '$2/$3/$1')
