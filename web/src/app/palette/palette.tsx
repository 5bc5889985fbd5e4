/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- ARIA's combobox: the box keeps the focus and hears the keys */
import type { StoredUser } from '@dictara/contract/identity'
import { Search } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { MenuItem } from '../areas.ts'
import { type Choice, matching, pagesOf } from './choices.ts'
import { usePeopleFound, useRested } from './found.ts'
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

/** Not "nothing": nobody knows. */
const unsearched = 'Jobs and people cannot be searched right now.'

/** Which of the choices is the one that Enter takes; the first again when others are shown. */
function useActive(choices: readonly Choice[], search: string) {
  const [active, setActive] = useState({ search, at: 0 })
  const at = active.search === search ? Math.min(active.at, Math.max(0, choices.length - 1)) : 0
  const move = (to: number) =>
    setActive({ search, at: choices.length === 0 ? 0 : (to + choices.length) % choices.length })
  return { at, move }
}

/** What fits, by kind; `said`: what there is to say of it besides. */
function useGroups({ user, items, actions }: PaletteProps, search: string): { groups: Group[]; said: string } {
  const rested = useRested(search)
  const jobs = useJobsFound(user, rested)
  const people = usePeopleFound(user, rested)
  const isSettled = rested === search.trim()
  const groups = [
    { name: 'Pages', choices: matching(pagesOf(user, items), search) },
    { name: 'Actions', choices: matching(actions, search) },
    // Of what stands in the box now, never of what stood there before.
    { name: 'Jobs', choices: isSettled ? jobs.choices : [] },
    { name: 'People', choices: (isSettled && people.data) || [] },
  ]
  const found = groups.filter(({ choices }) => choices.length > 0)
  const isBusy = !isSettled || jobs.isFetching || people.isFetching
  const nothing = isBusy ? 'Searching …' : 'Nothing is found.'
  const isFailed = !isBusy && (jobs.isError || people.isError)
  return { groups: found, said: isFailed ? unsearched : found.length === 0 ? nothing : '' }
}

/** With another key held it is a key of something else. */
const isPlainEnter = ({ key, ctrlKey, metaKey, altKey, shiftKey, nativeEvent }: KeyboardEvent) =>
  key === 'Enter' && !ctrlKey && !metaKey && !altKey && !shiftKey && !nativeEvent.isComposing

/** Everything that can be opened or done, by a few letters. Keys: arrows, Home, End, Enter, Escape. */
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
    return () => shown?.close()
  }, [])
  useEffect(() => {
    void document.getElementById(`${id}-${at}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, at])

  function choose(choice: Choice | undefined) {
    if (!choice) return
    onClose()
    // After the focus is back where it was: what follows may take it from there.
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
          aria-label="Search jobs, people, pages and actions"
          aria-expanded={!isEmpty}
          aria-controls={`${id}-list`}
          aria-activedescendant={isEmpty ? undefined : `${id}-${at}`}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          placeholder="A job, a patient, a person, a page …"
          value={search}
          onChange={({ target }) => setSearch(target.value)}
          onKeyDown={press}
        />
        <kbd>Esc</kbd>
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
                // The box keeps the focus.
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
