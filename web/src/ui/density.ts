import { createContext } from 'react'

/** How close together the rows of lists stand, and how to change it; as the person has it everywhere (Q203). */
export interface DensityChoice {
  density: 'comfortable' | 'compact'
  choose: (density: 'comfortable' | 'compact') => void
}

/** Null where nobody keeps it: rows stand as they do by default. */
export const Density = createContext<DensityChoice | null>(null)
