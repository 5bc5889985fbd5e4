/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- ARIA's combobox: the box keeps the focus and hears the keys */
import type { StoredUser } from '@dictara/contract/identity'
import { Search, X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useRested } from '../../ui/use-rested.ts'
import type { MenuItem } from '../areas.ts'
import { type Choice, matching, pagesOf } from './choices.ts'
import { restMs, usePatientsFound, usePeopleFound } from './found.ts'
import { useJobsFound } from './jobs-found.tsx'
import './palette.css'

interface Group {
  name: string
  choices: readonly Choice[]
}

interface PaletteProps {
  user: StoredUser
  items: readonly MenuItem[]
  actions: readonly Choice[]
  onClose: () => void
}

/** Do not say "nothing found": the server was not searched. */
const unsearched = 'The server couldn’t be searched. Change a letter to try again.'

/** The choice that Enter takes. It is the first one again when the choices change. */
function useActive(choices: readonly Choice[], search: string) {
  const [active, setActive] = useState({ search, at: 0 })
  const at = active.search === search ? Math.min(active.at, Math.max(0, choices.length - 1)) : 0
  const move = (to: number) =>
    setActive({ search, at: choices.length === 0 ? 0 : (to + choices.length) % choices.length })
  return { at, move }
}

/** The matching choices by kind; `said` is an additional message for the person. */
function useGroups({ user, items, actions }: PaletteProps, search: string): { groups: Group[]; said: string } {
  const rested = useRested(search, restMs)
  const jobs = useJobsFound(user, rested)
  const patients = usePatientsFound(user, rested)
  const people = usePeopleFound(user, rested)
  const sought = search.trim()
  const isSettled = rested === sought
  // Show only results for the current text of the box, never for an earlier one.
  const settled = (choices: readonly Choice[] = []) => (isSettled ? choices : [])
  const doing = { name: 'Actions', choices: matching(actions, search) }
  const groups = sought
    ? [
        doing,
        { name: 'Pages', choices: matching(pagesOf(user, items), search) },
        { name: 'Jobs', choices: settled(jobs.choices) },
        { name: 'Patients', choices: settled(patients.data) },
        { name: 'People', choices: settled(people.data) },
      ]
    : // The menu is in sight anyway.
      [{ name: 'Last jobs', choices: settled(jobs.choices) }, doing]
  const found = groups.filter(({ choices }) => choices.length > 0)
  const asked = [jobs, patients, people]
  const isBusy = !isSettled || asked.some(({ isFetching }) => isFetching)
  if (isBusy) return { groups: found, said: 'Searching…' }
  if (asked.some(({ isError }) => isError)) return { groups: found, said: unsearched }
  return { groups: found, said: found.length === 0 ? `No results for “${sought}”.` : '' }
}

/** Enter with a modifier key belongs to another command. */
const isPlainEnter = ({ key, ctrlKey, metaKey, altKey, shiftKey, nativeEvent }: KeyboardEvent) =>
  key === 'Enter' && !ctrlKey && !metaKey && !altKey && !shiftKey && !nativeEvent.isComposing

/** Finds everything that can be opened or done by a few letters. Keys: arrows, Home, End, Enter, Escape. */
export function Palette(props: PaletteProps) {
  const { onClose } = props
  const [search, setSearch] = useState('')
  const { groups, said } = useGroups(props, search)
  const choices = groups.flatMap((group) => group.choices)
  const { at, move } = useActive(choices, search)
  const navigate = useNavigate()
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    // In browsers that support this, a press outside the dialog closes it as Escape does.
    shown?.setAttribute('closedby', 'any')
    return () => shown?.close()
  }, [])
  useEffect(() => {
    void document.getElementById(`${id}-${at}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, at])

  function choose(choice: Choice | undefined) {
    if (!choice) return
    onClose()
    // Wait until the focus has returned: the action may move it.
    setTimeout(() => (choice.to ? void navigate(choice.to) : choice.act?.()))
  }
  function press(event: KeyboardEvent) {
    const moves: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1 }
    if (event.key in moves) move(moves[event.key]!)
    else if (isPlainEnter(event)) choose(choices[at])
    else return
    event.preventDefault()
  }
  const isEmpty = choices.length === 0
  return (
    <dialog ref={dialog} aria-label="Search everything" className="palette" onClose={onClose}>
      <div className="palette-box">
        <Search size={18} aria-hidden />
        <input
          role="combobox"
          aria-label="Search jobs, patients, people and pages"
          aria-expanded={!isEmpty}
          aria-controls={`${id}-list`}
          aria-activedescendant={isEmpty ? undefined : `${id}-${at}`}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          placeholder="Job, patient, person or page"
          value={search}
          onChange={({ target }) => setSearch(target.value)}
          onKeyDown={press}
        />
        <button type="button" aria-label="Close" className="palette-close" onClick={onClose}>
          <X size={18} aria-hidden />
        </button>
      </div>
      <Listed id={id} groups={groups} at={at} onChoose={choose} />
      <output className="palette-said">{said}</output>
    </dialog>
  )
}

interface ListedProps {
  id: string
  groups: readonly Group[]
  at: number
  onChoose: (choice: Choice) => void
}

function Listed({ id, groups, at, onChoose }: ListedProps): ReactNode {
  const starts = groups.map((_, index) => groups.slice(0, index).reduce((sum, { choices }) => sum + choices.length, 0))
  return (
    <div id={`${id}-list`} role="listbox" aria-label="Found" className="palette-list">
      {groups.map(({ name, choices }, index) => (
        <div key={name} role="group" aria-label={name}>
          <p aria-hidden>{name}</p>
          {choices.map((choice, offset) => {
            const place = starts[index]! + offset
            return (
              <div
                key={choice.key}
                id={`${id}-${place}`}
                role="option"
                aria-selected={place === at}
                className="palette-choice"
                // Keep the focus in the box.
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => onChoose(choice)}
              >
                {choice.pill}
                <span className="palette-label">{choice.label}</span>
                {choice.more && <span className="palette-more">{choice.more}</span>}
              </div>
            )
          })}
        </div>
      ))}
    </div>
  )
}
