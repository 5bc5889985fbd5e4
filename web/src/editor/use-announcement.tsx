import { useState } from 'react'

/** A live region for the page and a function that announces a text in it. A repeated text is announced again. */
export const useAnnouncement = () => {
  const [{ text, number }, setTold] = useState({ text: '', number: 0 })
  const announcement = (
    <output className="visually-hidden">
      <span key={number}>{text}</span>
    </output>
  )
  return { announcement, announce: (news: string) => setTold((told) => ({ text: news, number: told.number + 1 })) }
}
