import './toggle-chip.css'

interface ToggleChipProps {
  label: string
  /** Tooltip that describes which rows remain. */
  title: string
  isOn: boolean
  onChange: (isOn: boolean) => void
}

/** A button that filters a list when pressed and removes the filter when pressed again. */
export const ToggleChip = ({ label, title, isOn, onChange }: ToggleChipProps) => (
  <button type="button" className="toggle-chip" aria-pressed={isOn} title={title} onClick={() => onChange(!isOn)}>
    {label}
  </button>
)
