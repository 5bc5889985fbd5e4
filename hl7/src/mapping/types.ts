import { type Repetition, type Value } from '../message.ts'

const textOf = (value: Value) => value?.trim() ?? ''
const joined = (parts: string[], between: string) => parts.filter((part) => part !== '').join(between)

/** The street of an XAD: whole, or put together of its parts. */
export function streetOf(address: Repetition): Value {
  const [whole = '', ...parts] = [1, 2, 3].map((subcomponent) => textOf(address.value(1, subcomponent)))
  return joined([whole, ...parts.filter((part) => !whole.includes(part))], ' ') || undefined
}

/** XAD in one line: street, other designation, city, state and code, country. */
export function addressOf(address: Repetition): Value {
  const of = (component: number, subcomponent?: number) => textOf(address.value(component, subcomponent))
  return joined([textOf(streetOf(address)), of(2), of(3), joined([of(4), of(5)], ' '), of(6)], ', ') || undefined
}

/** XPN as people write it: prefix, given, family, suffix. */
export function nameOf(name: Repetition): Value {
  const of = (component: number, subcomponent?: number) => textOf(name.value(component, subcomponent))
  return joined([of(5), of(2), of(3), of(1, 1), of(4)], ' ') || undefined
}

/** XCN as people write it. Without a name, its first component: some senders put the name there, and others only the id. */
export function personOf(person: Repetition): Value {
  const of = (component: number, subcomponent?: number) => textOf(person.value(component, subcomponent))
  return joined([of(6), of(3), of(4), of(2, 1), of(5)], ' ') || of(1) || undefined
}

const upper = (value: Value) => textOf(value).toUpperCase()
const isEmail = (phone: Repetition) => /@/.test(textOf(phone.value(4)) + textOf(phone.value(1)))
const isNet = (phone: Repetition) => upper(phone.value(3)).startsWith('INTERNET') || upper(phone.value(2)) === 'NET'
const isCell = (phone: Repetition) =>
  /^(CP|CELL|MOBILE)/.test(upper(phone.value(3))) || /^(PRS|CELL|MC|MOBILE)$/.test(upper(phone.value(2)))
const isOther = (phone: Repetition) => /^(FX|BP|FAX|MD|TDD)$/.test(upper(phone.value(3)))

/** The number of an XTN: as it was written, else put together. */
function numberOf(phone: Repetition): string {
  const of = (component: number) => textOf(phone.value(component))
  const written = of(1)
  if (/\d/.test(written) && !written.includes('@')) return written
  const local = joined([of(6) && `(${of(6)})`, of(7)], ' ')
  const number = joined([of(7) && of(5) && `+${of(5)}`, local], ' ')
  return joined([number || of(12), (number || of(12)) && of(8) && `ext. ${of(8)}`], ' ')
}

const firstNumber = (phones: Repetition[]): Value => phones.map(numberOf).find((number) => number !== '')

/** The first number that is for speaking. */
export const phoneOf = (phones: Repetition[]): Value =>
  firstNumber(phones.filter((phone) => !isOther(phone) && !(isNet(phone) && isEmail(phone))))

export const cellPhoneOf = (phones: Repetition[]): Value => firstNumber(phones.filter(isCell))

export const homePhoneOf = (phones: Repetition[]): Value =>
  firstNumber(
    phones.filter(
      (phone) =>
        !isCell(phone) && !isOther(phone) && !(isNet(phone) && isEmail(phone)) && upper(phone.value(2)) !== 'WPN',
    ),
  )

export function emailOf(phones: Repetition[]): Value {
  for (const phone of phones)
    for (const component of [4, 1]) if (textOf(phone.value(component)).includes('@')) return phone.value(component)
  return undefined
}
