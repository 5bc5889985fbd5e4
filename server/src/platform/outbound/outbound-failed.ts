/**
 * Why a call to another system gave no answer, in words for people. `refused`: asking again won't help. `silent`: it may help, and
 * the other system may have taken what was sent.
 */
export class OutboundFailed extends Error {
  override readonly name = 'OutboundFailed'
  readonly kind: 'refused' | 'silent'

  constructor(kind: OutboundFailed['kind'], message: string) {
    super(message)
    this.kind = kind
  }
}
