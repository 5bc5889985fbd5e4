import { useState } from 'react'

/** What a screen reader is told: where it stands on the page, and the way to say something. Said again, it is news again. */
export const useAnnouncement = () => {
  const [{ text, number }, setTold] = useState({ text: '', number: 0 })
  const announcement = (
    <output className="visually-hidden">
      <span key={number}>{text}</span>
    </output>
  )
  return { announcement, announce: (news: string) => setTold((told) => ({ text: news, number: told.number + 1 })) }
}
