import { GatewayRefusal } from './port.ts'

const words: Record<string, string> = {
  E00007: 'The payment gateway doesn’t know this installation. Ask the operator to check its keys.',
  E00012: 'The payment gateway already has this subscription.',
  E00027: 'The card was declined. Try another card.',
  E00035: 'The payment gateway doesn’t know this subscription.',
  E00038: 'This subscription can’t be cancelled.',
  E00039: 'The payment gateway already has this record.',
  E00040: 'The payment gateway doesn’t have this card or customer any more.',
  E00042: 'No more than 10 cards can be saved. Remove one first.',
  E00114: 'The card has to be entered again, because its confirmation was used or is unknown.',
  E00115: 'The card has to be entered again, because its confirmation is older than 15 minutes.',
  // Reasons of transactions.
  '11': 'This payment was already made.',
}

/** A refusal of the gateway. Texts of its own are in words that merchants understand; long numbers are cut out of them. */
export const refusalInWords = (code: string, text: string) =>
  new GatewayRefusal(
    code,
    words[code] ?? `The payment gateway refused this: ${text.replaceAll(/\d(?:[ -]?\d){11,}/g, '…').slice(0, 200)}`,
  )
