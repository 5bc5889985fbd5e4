const name = 'dictara-notice'

/** Something to say in this tab once the next page of it is loaded. */
export interface LaterNotice {
  title: string
  description: string
  /** What else is to be known. */
  more?: string
}

export const noticeAfterLoad = (notice: LaterNotice) => sessionStorage.setItem(name, JSON.stringify(notice))

/** What was to be said, once. */
export function takeNotice(): LaterNotice | null {
  const text = sessionStorage.getItem(name)
  sessionStorage.removeItem(name)
  return text ? (JSON.parse(text) as LaterNotice) : null
}
