const name = 'dictara-notice'

/** A notice to show in this tab after its next page load. */
export interface LaterNotice {
  title: string
  description: string
  /** More details. */
  more?: string
}

export const noticeAfterLoad = (notice: LaterNotice) => sessionStorage.setItem(name, JSON.stringify(notice))

/** Returns the waiting notice and removes it. */
export function takeNotice(): LaterNotice | null {
  const text = sessionStorage.getItem(name)
  sessionStorage.removeItem(name)
  return text ? (JSON.parse(text) as LaterNotice) : null
}
