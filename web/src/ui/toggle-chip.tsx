import './toggle-chip.css'

interface ToggleChipProps {
  label: string
  /** What it lets through, for who asks. */
  title: string
  isOn: boolean
  onChange: (isOn: boolean) => void
}

/** Narrows a list by one press, and widens it again by the next. */
export const ToggleChip = ({ label, title, isOn, onChange }: ToggleChipProps) => (
  <button type="button" className="toggle-chip" aria-pressed={isOn} title={title} onClick={() => onChange(!isOn)}>
    {label}
  </button>
)
