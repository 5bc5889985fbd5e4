import type { PaymentStatus } from '@dictara/contract/payments'

/** What a transaction means for the plan: it pays, may still pay, did not, or was given back. */
export type PaymentKind = 'paid' | 'waiting' | 'failed' | 'reversed'

const statuses: Record<string, { kind: PaymentKind; shown: PaymentStatus }> = {
  capturedPendingSettlement: { kind: 'paid', shown: 'Processing' },
  settledSuccessfully: { kind: 'paid', shown: 'Success' },
  declined: { kind: 'failed', shown: 'Failed' },
  communicationError: { kind: 'failed', shown: 'Failed' },
  settlementError: { kind: 'failed', shown: 'Failed' },
  generalError: { kind: 'failed', shown: 'Failed' },
  failedReview: { kind: 'failed', shown: 'Failed' },
  expired: { kind: 'failed', shown: 'Failed' },
  voided: { kind: 'reversed', shown: 'Failed' },
  returnedItem: { kind: 'reversed', shown: 'Failed' },
  chargeback: { kind: 'reversed', shown: 'Failed' },
  refundPendingSettlement: { kind: 'reversed', shown: 'Refund_processing' },
  refundSettledSuccessfully: { kind: 'reversed', shown: 'Success' },
}

/** What the gateway’s own word for a transaction means. One that we don’t know waits. */
export const meaningOf = (gatewayStatus: string): { kind: PaymentKind; shown: PaymentStatus } =>
  statuses[gatewayStatus] ?? { kind: 'waiting', shown: 'Processing' }
