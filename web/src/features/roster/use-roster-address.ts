import { useSearchParams } from 'react-router'

/** The roster that the address selects: a day of its week, a doctor, and facilities. A link keeps them and contains no names. */
export function useRosterAddress() {
  const [params, setParams] = useSearchParams()
  const set = (changes: Record<string, string | undefined>) =>
    setParams((now) => {
      const next = new URLSearchParams(now)
      for (const [name, value] of Object.entries(changes))
        if (value) next.set(name, value)
        else next.delete(name)
      return next
    })
  const asked = params.get('day')
  return {
    /** Undefined: today. */
    day: asked && /^\d{4}-\d{2}-\d{2}$/.test(asked) && !Number.isNaN(Date.parse(asked)) ? asked : undefined,
    doctor: params.get('doctor') ?? undefined,
    facilityIds: (params.get('facilities') ?? '').split(',').filter(Boolean),
    setDay: (day: string | undefined) => set({ day }),
    setDoctor: (doctor: string | undefined) => set({ doctor }),
    setFacilities: (ids: readonly string[]) => set({ facilities: ids.join(',') }),
  }
}
