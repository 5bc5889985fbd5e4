/**
 * The elements of a request in the order of the gateway's schema. `!` marks those that must be there; an array holds the elements
 * within one.
 */
export type Fields = readonly (string | readonly [string, Fields])[]

const authentication: Fields = ['name!', 'transactionKey', 'sessionToken', 'password', 'fingerPrint', 'clientKey']
const common: Fields = [['merchantAuthentication!', authentication], 'clientId', 'refId']
const name: Fields = ['firstName', 'lastName', 'company', 'address', 'city', 'state', 'zip', 'country', 'phoneNumber']
const order: Fields = ['invoiceNumber', 'description']
const card: Fields = ['cardNumber!', 'expirationDate!', 'cardCode']
const payment: Fields = [
  ['creditCard', card],
  'bankAccount',
  'trackData',
  'encryptedTrackData',
  'payPal',
  ['opaqueData', ['dataDescriptor!', 'dataValue!', 'dataKey', 'expirationTimeStamp']],
]

/** The requests that the sandbox takes. */
export const requests = {
  securePaymentContainerRequest: [...common, ['data!', ['type!', 'id!', ['token!', [...card, 'zip', 'fullName']]]]],
  getCustomerProfileRequest: [
    ...common,
    'customerProfileId',
    'merchantCustomerId',
    'email',
    'unmaskExpirationDate',
    'includeIssuerInfo',
  ],
  createCustomerProfileRequest: [
    ...common,
    ['profile!', ['merchantCustomerId', 'description', 'email', 'paymentProfiles', 'shipToList', 'profileType']],
    'validationMode',
  ],
  createCustomerPaymentProfileRequest: [
    ...common,
    'customerProfileId!',
    [
      'paymentProfile!',
      ['customerType', ['billTo', name], ['payment!', payment], 'driversLicense', 'taxId', 'defaultPaymentProfile'],
    ],
    'validationMode',
  ],
  deleteCustomerPaymentProfileRequest: [...common, 'customerProfileId!', 'customerPaymentProfileId!'],
  ARBCreateSubscriptionRequest: [
    ...common,
    [
      'subscription!',
      [
        'name',
        [
          'paymentSchedule!',
          [['interval!', ['length!', 'unit!']], 'startDate!', 'totalOccurrences!', 'trialOccurrences'],
        ],
        'amount!',
        'trialAmount',
        ['payment', payment],
        ['order', order],
        ['customer', ['type', 'id', 'email', 'phoneNumber', 'faxNumber', 'driversLicense', 'taxId']],
        ['billTo', name],
        ['shipTo', name],
        ['profile!', ['customerProfileId!', 'customerPaymentProfileId!', 'customerAddressId']],
      ],
    ],
  ],
  ARBGetSubscriptionRequest: [...common, 'subscriptionId!', 'includeTransactions'],
  ARBCancelSubscriptionRequest: [...common, 'subscriptionId!'],
  getTransactionListForCustomerRequest: [
    ...common,
    'customerProfileId!',
    'customerPaymentProfileId',
    ['sorting', ['orderBy!', 'orderDescending!']],
    ['paging', ['limit!', 'offset!']],
  ],
  getTransactionDetailsRequest: [...common, 'transId!'],
  createTransactionRequest: [
    ...common,
    [
      'transactionRequest!',
      [
        'transactionType!',
        'amount',
        'currencyCode',
        ['payment', payment],
        ['profile', ['createProfile', 'customerProfileId', ['paymentProfile', ['paymentProfileId!', 'cardCode']]]],
        'solution',
        'callId',
        'terminalNumber',
        'authCode',
        'refTransId',
        'splitTenderId',
        ['order', order],
        'lineItems',
        'tax',
        'duty',
        'shipping',
        'taxExempt',
        'poNumber',
        ['customer', ['type', 'id', 'email']],
        ['billTo', name],
        ['shipTo', name],
        'customerIP',
        'cardholderAuthentication',
        'retail',
        'employeeId',
        ['transactionSettings', [['setting', ['settingName', 'settingValue']]]],
        'userFields',
      ],
    ],
  ],
} as const satisfies Record<string, Fields>
export type RequestName = keyof typeof requests

export const isRequest = (text: string | undefined): text is RequestName =>
  text !== undefined && Object.hasOwn(requests, text)

/** What the gateway says of a request that breaks its schema; undefined: it is in order. */
export function schemaFault(name: string, value: unknown, fields: Fields): string | undefined {
  if (typeof value !== 'object' || value === null) return `The element '${name}' has invalid content.`
  const known = fields.map((field) => (typeof field === 'string' ? ([field, undefined] as const) : field))
  const names = known.map(([field]) => field.replace('!', ''))
  let last = -1
  for (const [key, inner] of Object.entries(value)) {
    const index = names.indexOf(key)
    if (index <= last) return `The element '${name}' has invalid child element '${key}'.`
    last = index
    const within = known[index]![1]
    for (const one of within ? [inner].flat() : []) {
      const fault = schemaFault(key, one, within!)
      if (fault) return fault
    }
  }
  const missing = known.find(([field]) => field.endsWith('!') && !Object.hasOwn(value, field.slice(0, -1)))
  return missing && `The element '${name}' has incomplete content: '${missing[0].slice(0, -1)}' is expected.`
}
