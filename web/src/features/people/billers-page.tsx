import { peopleCalls } from '@dictara/contract/people'
import { BillerDrawer } from './biller-drawer.tsx'
import type { Place } from './managed-list.tsx'
import { PeopleList } from './people-list.tsx'

/** The billers, as a page or below tabs (PEOP-19). */
export const BillersPage = (place: Place) => (
  <PeopleList
    title="Billers"
    {...place}
    spec={peopleCalls.listBillers}
    who="Billers"
    failed="Something went wrong while fetching billers."
    Drawer={BillerDrawer}
  />
)
