import { createContext } from 'react'

/** The row density of lists and how to change it; it applies to all lists of the person (Q203). */
export interface DensityChoice {
  density: 'comfortable' | 'compact'
  choose: (density: 'comfortable' | 'compact') => void
}

/** Null where no preference is kept; rows then have the default density. */
export const Density = createContext<DensityChoice | null>(null)
