import type { ReactNode } from 'react'

function Icon({ children }: { children: ReactNode }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      {children}
    </svg>
  )
}

const stroke = {
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 2,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const

export const MicrophoneIcon = () => (
  <Icon>
    <rect x="9" y="3" width="6" height="11" rx="3" {...stroke} />
    <path d="M5 11a7 7 0 0 0 14 0M12 18v3" {...stroke} />
  </Icon>
)
export const FacilityIcon = () => (
  <Icon>
    <path d="M5 21V4h10v17M15 9h4v12M3 21h18M9 8h2M9 12h2M9 16h2" {...stroke} />
  </Icon>
)
export const MarkIcon = () => (
  <Icon>
    <path d="M6 21V4h11l-2 4 2 4H6" {...stroke} />
  </Icon>
)
export const RecordIcon = () => (
  <Icon>
    <circle cx="12" cy="12" r="7" fill="currentColor" />
  </Icon>
)
export const PauseIcon = () => (
  <Icon>
    <path d="M8 5v14M16 5v14" {...stroke} strokeWidth={4} />
  </Icon>
)
export const PlayIcon = () => (
  <Icon>
    <path d="M7 4.5v15l13-7.5z" fill="currentColor" />
  </Icon>
)
export const BackIcon = () => (
  <Icon>
    <path d="M11 6l-6 6 6 6M5 12h14" {...stroke} />
  </Icon>
)
export const FileIcon = () => (
  <Icon>
    <path d="M12 16V4m-5 5 5-5 5 5M4 16v4h16v-4" {...stroke} />
  </Icon>
)
export const SendIcon = () => (
  <Icon>
    <path d="M4 12 20 4l-5 16-3-7z" {...stroke} />
  </Icon>
)
export const TrashIcon = () => (
  <Icon>
    <path d="M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13" {...stroke} />
  </Icon>
)
export const CrossIcon = () => (
  <Icon>
    <path d="M6 6 18 18M18 6 6 18" {...stroke} />
  </Icon>
)
export const PhraseIcon = () => (
  <Icon>
    <path d="M5 5h14v11h-8l-4 4v-4H5zM9 9h6M9 12h4" {...stroke} />
  </Icon>
)
export const SunIcon = () => (
  <Icon>
    <circle cx="12" cy="12" r="4" {...stroke} />
    <path d="M12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.5 1.5M17.5 17.5 19 19M19 5l-1.5 1.5M6.5 17.5 5 19" {...stroke} />
  </Icon>
)
export const MoonIcon = () => (
  <Icon>
    <path d="M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5z" {...stroke} />
  </Icon>
)
export const AgainIcon = () => (
  <Icon>
    <path d="M19 12a7 7 0 1 1-2-5l3 2m0-5v5h-5" {...stroke} />
    <circle cx="12" cy="12" r="2.5" fill="currentColor" />
  </Icon>
)
export const UndoIcon = () => (
  <Icon>
    <path d="M8 5 4 9l4 4M4 9h10a5 5 0 0 1 0 10H8" {...stroke} />
  </Icon>
)
export const NoMarkIcon = () => (
  <Icon>
    <path d="M6 21V4h11l-2 4 2 4H6M15 16l5 5m0-5-5 5" {...stroke} />
  </Icon>
)
export const LaterIcon = () => (
  <Icon>
    <path d="M4 5h16v5H4zM6 10v9h12v-9M10 14h4" {...stroke} />
  </Icon>
)
export const EditIcon = () => (
  <Icon>
    <path d="M5 19l1-4L16 5l3 3L9 18zM13 8l3 3" {...stroke} />
  </Icon>
)
export const SettingsIcon = () => (
  <Icon>
    <path d="M4 7h9m5 0h2M4 17h2m5 0h9" {...stroke} />
    <circle cx="15.5" cy="7" r="2.5" {...stroke} />
    <circle cx="8.5" cy="17" r="2.5" {...stroke} />
  </Icon>
)
