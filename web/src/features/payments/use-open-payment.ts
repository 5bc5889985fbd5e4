import { useNavigate, useSearchParams } from 'react-router'

/** The open payment. The address keeps it, so that Back closes it and a link opens it. */
export function useOpenPayment() {
  const [address, setAddress] = useSearchParams()
  const navigate = useNavigate()
  const opening = (id: string) => {
    const next = new URLSearchParams(address)
    next.set('open', id)
    return `?${next}`
  }
  return {
    id: address.get('open'),
    opening,
    open: (id: string) => void navigate(opening(id)),
    close: () =>
      setAddress(
        (before) => {
          const next = new URLSearchParams(before)
          next.delete('open')
          return next
        },
        { replace: true },
      ),
  }
}
