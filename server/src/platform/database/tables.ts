// Made by `npm run tables` from the migrated database; tables.test.ts tells when the two differ.
import type { GeneratedAlways } from 'kysely'
import type { Defaulted, Json } from './columns.ts'

/** Every table, by its camelCase name. */
export interface Tables {
  appointments: {
    clinicId: string
    facilityId: string
    appointmentKey: string
    patientId: string
    startsAt: Date
    endsAt: Date | null
    type: string | null
    reason: string | null
    status: 'BOOKED' | 'CANCELLED' | 'NO_SHOW' | 'DELETED'
    providerNpi: string | null
    providerName: string | null
    location: string | null
  }
  auditEvents: {
    clinicId: string | null
    id: Defaulted<string>
    event: string
    at: Defaulted<Date>
    userId: string | null
    sessionId: string | null
    ip: string | null
    jobId: string | null
    patientId: string | null
    facilityId: string | null
    fromStatus: string | null
    toStatus: string | null
    level: string | null
    comment: string | null
    detail: Json<'auditEvents.detail'> | null
    position: GeneratedAlways<number>
  }
  auditSeals: {
    clinicId: string | null
    id: number
    afterPosition: number
    upToPosition: number
    digests: Buffer
    previousHash: Buffer | null
    hash: Buffer
    signature: Buffer
    sealedAt: Date
  }
  authorReviewerGroups: {
    clinicId: string
    authorId: string
    level: 'LEVEL_1' | 'LEVEL_2'
    groupId: string
  }
  authorReviewers: {
    clinicId: string
    authorId: string
    level: 'LEVEL_1' | 'LEVEL_2'
    reviewerId: string
  }
  chartAnswers: {
    clinicId: string
    jobId: string
    question: string
    answer: 'NOTE_IS_RIGHT' | 'CORRECTED'
    userId: string
    at: Date
  }
  clinics: {
    clinicId: string
    name: string
    demo: Defaulted<boolean>
    lastJobNumber: Defaulted<number>
    createdAt: Defaulted<Date>
    lineCharacters: Defaulted<number>
    lineVersion: Defaulted<number>
  }
  conversionSegments: {
    clinicId: string
    jobId: string
    number: number
    words: Json<'conversionSegments.words'>
  }
  conversions: {
    clinicId: string
    jobId: string
    engine: string
    audioMs: number | null
    segments: Json<'conversions.segments'> | null
    sections: Json<'conversions.sections'> | null
    finishedAt: Date | null
    decodedBlob: string | null
    notices: Defaulted<Json<'conversions.notices'>>
    isPart: Defaulted<boolean>
  }
  countedCalls: {
    key: string
    beganAt: Date
    calls: number
  }
  countedTries: {
    key: Buffer
    beganAt: Date
    tries: number
  }
  demoEhrNotes: {
    clinicId: string
    facilityId: string
    id: Defaulted<string>
    jobId: string
    noteVersion: number
    jobNumber: string
    patientName: string
    medicalRecordNumber: string
    author: string
    workType: string | null
    dateOfEncounter: string | null
    text: string
    receivedAt: Date
    deliveries: Defaulted<number>
    struckAt: Date | null
  }
  demoEhrSettings: {
    clinicId: string
    facilityId: string
    behaviour: 'accept' | 'refuse' | 'hang' | 'accept-then-time-out'
  }
  deviceConfigurations: {
    clinicId: string
    facilityId: string
    workType: string
    exposed: Json<'deviceConfigurations.exposed'>
    version: number
  }
  dictationChunks: {
    clinicId: string
    dictationId: string
    take: number
    number: number
    sha256: string
    sizeBytes: number
    blobId: string
    durationMs: number | null
  }
  dictations: {
    clinicId: string
    id: string
    authorId: string
    facilityId: string
    patientId: string
    templateId: string | null
    workType: string | null
    dateOfEncounter: string | null
    mimeType: string
    fileName: string | null
    sizeBytes: number | null
    createdAt: Date
    submittedAt: Date | null
    jobId: string | null
    takes: Json<'dictations.takes'> | null
    cuts: Json<'dictations.cuts'> | null
    version: Defaulted<number>
    recordedAt: Date | null
    computer: string | null
    priority: Defaulted<'ROUTINE' | 'STAT'>
    markers: Json<'dictations.markers'> | null
  }
  dictionaryPhrases: {
    id: string
    key: string
    keyName: string
    phrase: string
    plain: string
    dynamic: Defaulted<boolean>
    targetEndPoint: string | null
    global: Defaulted<boolean>
    active: Defaulted<boolean>
    version: Defaulted<number>
    createdAt: Defaulted<Date>
    updatedAt: Defaulted<Date>
    searched: GeneratedAlways<string>
  }
  dictionaryTemplates: {
    id: string
    name: string
    keyName: string
    description: string
    headings: Json<'dictionaryTemplates.headings'>
    required: Defaulted<boolean>
    defaultValue: Defaulted<string>
    templateDrivenFlowEnabled: Defaulted<boolean>
    version: Defaulted<number>
    createdAt: Defaulted<Date>
    updatedAt: Defaulted<Date>
    searched: GeneratedAlways<string>
  }
  ehrDestinations: {
    clinicId: string
    facilityId: string
    failures: Defaulted<number>
    silentSince: Date | null
    nextTryAt: Date | null
    lastError: string | null
    alertedAt: Date | null
    runId: string | null
    runUntil: Date | null
  }
  ehrDoctors: {
    clinicId: string
    id: string
    firstName: string
    lastName: string
    email: string | null
    npi: string | null
    phoneCountryCode: string | null
    phoneNumber: string | null
  }
  ehrReadPatients: {
    clinicId: string
    facilityId: string
    recordKey: string
    digest: Buffer
  }
  ehrReadings: {
    clinicId: string
    facilityId: string
    ehrType: string
    bookmark: string | null
    readAt: Date | null
    failingSince: Date | null
    failure: string | null
    toldAt: Date | null
    connection: string | null
  }
  ehrSettings: {
    clinicId: string
    facilityId: string
    ehrType: string
    settings: Json<'ehrSettings.settings'>
    sealed: Buffer | null
    updatedAt: Date
  }
  emrStates: {
    clinicId: string
    stateHash: Buffer
    facilityId: string
    userId: string
    sessionId: string
    host: string
    expiresAt: Date
    usedAt: Date | null
  }
  emrVerifications: {
    clinicId: string
    facilityId: string
    userId: string
    status: 'NOT_VERIFIED' | 'VERIFIED' | 'EXPIRED'
    updatedAt: Defaulted<Date>
    expiresAt: Date | null
  }
  facilities: {
    clinicId: string
    id: string
    name: string
    timeZone: Defaulted<string>
    isEnabled: Defaulted<boolean>
    isParent: Defaulted<boolean>
    transcriptionFlow: Defaulted<'TRANSCRIPTION_ONLY' | 'TRANSCRIPTION_REVIEWER'>
    reviewerCount: Defaulted<number>
    organisationId: string | null
    noteType: string | null
    ehrType: string | null
    hl7Integration: Defaulted<boolean>
    plan: Defaulted<'TRIAL' | 'STANDARD' | 'STANDARD_ANNUAL' | 'ESSENTIALS' | 'UNLIMITED'>
    planEndDate: string | null
    disabledStatusUpdatedAt: Date | null
    updatedAt: Defaulted<Date>
    turnaroundVersion: Defaulted<number>
    lastPatientNumber: Defaulted<number>
    allPatientsRequired: Defaulted<boolean>
    rangeForDischargedPatients: Defaulted<number>
    demoResetAt: Date | null
    version: Defaulted<number>
    verificationAskedSince: Date | null
    planRenews: Defaulted<boolean>
  }
  facilityUsers: {
    clinicId: string
    facilityId: string
    userId: string
  }
  facilityWorkTypes: {
    clinicId: string
    facilityId: string
    name: string
    position: number
  }
  filings: {
    clinicId: string
    jobId: string
    noteVersion: number
    ehrType: string | null
    queuedAt: Date
    filedAt: Date | null
    strikeStatus: Defaulted<'NONE' | 'STRUCK' | 'FAILED'>
    facilityId: string
    state: Defaulted<'WAITING' | 'FILED' | 'FAILED'>
    attempts: Defaulted<number>
    lastTriedAt: Date | null
    lastError: string | null
    reference: string | null
    silences: Defaulted<number>
    unansweredPatientId: string | null
  }
  formerRecordNumbers: {
    clinicId: string
    facilityId: string
    recordKey: string
    patientId: string
    formerId: string | null
  }
  handoffKeys: {
    keyHash: Buffer
    clinicId: string | null
    sessionId: string
    expiresAt: Date
    usedAt: Date | null
    audience: 'web' | 'recorder' | null
  }
  hl7ExportedFiles: {
    clinicId: string
    fileId: string
    exportId: string
  }
  hl7Exports: {
    clinicId: string
    id: string
    exportedBy: string
    exportedAt: Date
    comment: string
  }
  hl7Files: {
    clinicId: string
    id: string
    importId: string | null
    facilityId: string | null
    fileName: string
    fileType: 'DICTATION' | 'PATIENT' | 'CALENDAR'
    sizeBytes: number
    uploadedAt: Date
    uploadedBy: string | null
    state: 'WAITING' | 'DONE'
    problem: string | null
    blobId: string | null
    timesExported: Defaulted<number>
    content: Buffer | null
  }
  hl7Messages: {
    clinicId: string
    fileId: string
    number: number
    line: number
    event: string
    controlId: string
    facilityId: string | null
    verdict: 'APPLIED' | 'KNOWN' | 'NOTHING' | 'REFUSED'
    reason: string | null
    problems: Json<'hl7Messages.problems'>
  }
  hl7Received: {
    clinicId: string
    sender: string
    controlId: string
    sha256: string
    receivedAt: Date
  }
  icd10Codes: {
    code: string
    description: string
    billable: boolean
    release: string
    words: string
    bareWords: string
  }
  importRows: {
    clinicId: string
    userId: string
    line: number
    fullName: string
    input: Json<'importRows.input'> | null
    outcome: 'ADD' | 'HERE' | 'CANNOT' | 'ADDED'
    why: string
    kind: string
    cells: string[]
  }
  imports: {
    clinicId: string
    userId: string
    id: string
    fileName: string
    encoding: string
    unread: Json<'imports.unread'>
    state: 'PREVIEW' | 'RUNNING' | 'DONE'
    toAdd: number
    createdAt: Date
    kind: 'people' | 'patients'
  }
  inferenceEdits: {
    clinicId: string
    jobId: string
    sectionId: string
    key: string
    value: Json<'inferenceEdits.value'>
    userId: string
    at: Date
  }
  installation: {
    isTheOnlyOne: Defaulted<boolean>
    keyCheck: Buffer
    since: Defaulted<Date>
  }
  invitations: {
    tokenHash: Buffer
    clinicId: string
    userId: string
    expiresAt: Date
    usedAt: Date | null
    createdAt: Defaulted<Date>
  }
  jobComments: {
    clinicId: string
    jobId: string
    id: Defaulted<string>
    userId: string
    userType: string
    level: string | null
    comment: string
    createdAt: Date
  }
  jobCounts: {
    clinicId: string
    id: Defaulted<string>
    authorId: string
    facilityId: string
    tab: string
    status: string
    returned: boolean
    level: string | null
    firstApproverId: string | null
    jobs: number
  }
  jobDays: {
    clinicId: string
    id: Defaulted<string>
    facilityId: string
    day: string
    kind: 'IN' | 'OUT'
    turnaroundClass: number
    jobs: number
    seconds: number
    audioMs: number
  }
  jobSearch: {
    clinicId: string
    jobId: string
    words: string
  }
  jobStints: {
    clinicId: string
    jobId: string
    id: Defaulted<string>
    userId: string
    sessionId: string | null
    stage: 'TRANSCRIPTION' | 'REVIEW' | 'BILLING'
    level: string | null
    startedAt: Date
    endedAt: Date | null
    action: string | null
    comment: string | null
    lines: number | null
    endedSessionId: string | null
  }
  jobs: {
    clinicId: string
    id: string
    number: number
    dictationId: string
    authorId: string
    patientId: string
    facilityId: string
    templateId: string | null
    workType: string | null
    dateOfEncounter: string | null
    status:
      | 'RECEIVED'
      | 'CONVERTING'
      | 'AVAILABLE'
      | 'IN_PROGRESS'
      | 'READY'
      | 'IN_REVIEW'
      | 'WRITING'
      | 'COMPLETED'
      | 'BILLED'
      | 'INCOMPLETE'
      | 'STRUCK_OUT'
    level: 'LEVEL_1' | 'LEVEL_2' | null
    holderId: string | null
    heldSince: Date | null
    transcriberId: string | null
    billerId: string | null
    returned: Defaulted<boolean>
    rejectedBy: string | null
    reviewLevels: number | null
    firstApproverId: string | null
    failStage: 'CONVERSION' | 'EHR_WRITE' | null
    reasonForFailing: string | null
    isEnabled: Defaulted<boolean>
    version: Defaulted<number>
    submittedAt: Date
    lastUpdatedAt: Date
    completedAt: Date | null
    audioMs: Defaulted<number>
    progress: number | null
    notices: Defaulted<string[]>
    audioTime: Defaulted<number>
    struckAt: Date | null
    tab: GeneratedAlways<string>
    priority: Defaulted<'ROUTINE' | 'STAT'>
    dueAt: Defaulted<Date>
    waitingSince: Defaulted<Date>
  }
  knownDevices: {
    userId: string
    cookieHash: Buffer
    lastUsedAt: Date
  }
  listeningCopies: {
    clinicId: string
    jobId: string
    blobId: string
    mimeType: string
    sizeBytes: number
    durationMs: number
    peaks: number[]
    madeAt: Date
    isPart: Defaulted<boolean>
  }
  listeningFailures: {
    clinicId: string
    jobId: string
    reason: string
    times: number
    failedAt: Date
    retryAt: Date | null
  }
  mailbox: {
    clinicId: string
    id: string
    recipient: string
    subject: string
    body: string | null
    sentAt: Date
    sealed: Buffer | null
  }
  migrations: {
    name: string
    checksum: string
    appliedAt: Defaulted<Date>
  }
  noteComments: {
    clinicId: string
    jobId: string
    id: string
    userId: string
    userType: string
    level: 'LEVEL_1' | 'LEVEL_2' | null
    comment: string
    sectionId: string
    start: number
    quote: string
    before: string
    after: string
    second: number | null
    createdAt: Date
  }
  noteEditors: {
    clinicId: string
    jobId: string
    editorId: string
    turn: number
  }
  noteFormerValues: {
    clinicId: string
    jobId: string
    field: string
    value: string
    at: Date
  }
  noteInferences: {
    clinicId: string
    jobId: string
    noteVersion: number
    patientId: string
    inferredAt: Date
    engine: string
    dropped: number
    items: Json<'noteInferences.items'>
    questions: Json<'noteInferences.questions'>
    chartFingerprint: string | null
  }
  noteInsertions: {
    clinicId: string
    jobId: string
    id: string
    phraseId: string | null
    userId: string | null
    letters: number
    at: Date
    undone: Defaulted<boolean>
  }
  noteSectionVersions: {
    clinicId: string
    jobId: string
    sectionId: string
    version: number
    customHeading: string
    systemHeading: string
    content: Json<'noteSectionVersions.content'>
    savedAt: Date
    savedBy: string | null
    filled: Defaulted<Json<'noteSectionVersions.filled'>>
  }
  noteSections: {
    clinicId: string
    jobId: string
    sectionId: string
    version: number
    position: number
    temporaryId: string | null
  }
  noteStages: {
    clinicId: string
    jobId: string
    id: Defaulted<string>
    stage: 'CONVERTED' | 'STARTED' | 'TRANSCRIBED' | 'REVIEWED_LEVEL_1' | 'REVIEWED_LEVEL_2' | 'RETURNED' | 'FINAL'
    userId: string | null
    at: Date
    sections: Json<'noteStages.sections'>
  }
  notes: {
    clinicId: string
    jobId: string
    version: Defaulted<number>
    lastUpdatedAt: Date
    tokens: Defaulted<Json<'notes.tokens'>>
  }
  notifications: {
    clinicId: string
    id: string
    userId: string
    target: string
    type: string
    jobId: string | null
    facilityId: string
    senderName: string
    body: string
    createdAt: Date
    readAt: Date | null
    senderId: string | null
    event: string
    mailDueAt: Date | null
    mailedAt: Date | null
    mailId: string | null
  }
  orphanBlobs: {
    id: string
    foundAt: Date
  }
  passkeyChallenges: {
    challengeHash: Buffer
    purpose: 'REGISTER' | 'SIGN_IN' | 'SECOND_STEP' | 'CONFIRM'
    boundTo: Buffer
    expiresAt: Date
  }
  passkeys: {
    clinicId: string
    id: string
    userId: string
    name: string
    credentialId: string
    publicKey: Buffer
    signCount: number
    transports: Defaulted<string[]>
    createdAt: Date
    lastUsedAt: Date | null
  }
  patientRecords: {
    clinicId: string
    patientId: string
    kind:
      | 'ADT'
      | 'ADVANCE_CONSENT'
      | 'ALLERGY'
      | 'CONSENT'
      | 'CONTACT'
      | 'COVERAGE'
      | 'DIAGNOSIS'
      | 'MORE_DETAILS'
      | 'PRACTITIONER'
    position: number
    content: Json<'patientRecords.content'>
    entryKey: string | null
    visit: string | null
  }
  patientWords: {
    clinicId: string
    patientId: string
    facilityId: string
    word: string
    name: string
  }
  patients: {
    clinicId: string
    id: string
    facilityId: string
    medicalRecordNumber: string
    prefix: string | null
    firstName: string
    middleName: string | null
    lastName: string
    preferredName: string | null
    birthDate: string | null
    gender: string
    bedId: string | null
    bedDesc: string | null
    unitDesc: string | null
    admissionDate: string | null
    religion: string | null
    termType: Defaulted<string>
    lastNoteAt: Date | null
    createdAt: Defaulted<Date>
    source: Defaulted<'MANUAL' | 'EHR' | 'HL7'>
    version: Defaulted<number>
    searched: GeneratedAlways<string>
    recordKey: GeneratedAlways<string>
    nameKey: GeneratedAlways<string>
    dischargedAt: Date | null
    formerNumbers: Defaulted<string>
    jobWords: GeneratedAlways<string>
  }
  payRates: {
    clinicId: string
    id: Defaulted<string>
    userId: string | null
    rate: number
  }
  paymentCustomers: {
    clinicId: string
    facilityId: string
    customerProfileId: string
    runId: string | null
    runUntil: Date | null
    settledAt: Date | null
  }
  paymentNotices: {
    notificationId: string
    eventType: string
    entity: string
    entityId: string
    receivedAt: Date
    handledAt: Date | null
  }
  paymentSetting: {
    isTheOnlyOne: Defaulted<boolean>
    isOn: boolean
    limits: Defaulted<Json<'paymentSetting.limits'>>
    onlyDemo: Defaulted<boolean>
  }
  payments: {
    clinicId: string
    transId: string
    facilityId: string
    subscriptionId: string
    number: number
    gatewayStatus: string
    status: 'Success' | 'Processing' | 'Failed' | 'Refund_processing'
    submittedAt: Date
    cardType: string
    cardNumber: string
    amountCents: number
    currency: Defaulted<string>
    invoiceNumber: string | null
    refundOf: string | null
    readAt: Defaulted<Date>
  }
  pendingSignIns: {
    handleHash: Buffer
    userId: string
    cookieHash: Buffer
    countedKey: Buffer
    expiresAt: Date
    tries: Defaulted<number>
    usedAt: Date | null
  }
  phraseSettings: {
    clinicId: string
    keyAlone: boolean
  }
  phraseTemplates: {
    clinicId: string
    phraseId: string
    templateId: string
    allHeadings: boolean
    headings: Defaulted<string[]>
  }
  phrases: {
    clinicId: string
    id: string
    authorId: string
    key: string
    keyName: string
    phrase: string
    plain: string
    dynamic: Defaulted<boolean>
    targetEndPoint: string | null
    global: Defaulted<boolean>
    active: Defaulted<boolean>
    exportToOtherAuthors: Defaulted<boolean>
    restrictedToTemplates: Defaulted<boolean>
    originId: string | null
    version: Defaulted<number>
    createdAt: Defaulted<Date>
    updatedAt: Defaulted<Date>
    searched: GeneratedAlways<string>
  }
  pointHealthTokens: {
    clinicId: string
    facilityId: string
    userId: string
    sealed: Buffer
    refreshingUntil: Date | null
    updatedAt: Date
  }
  receivedItems: {
    clinicId: string
    userId: string
    itemId: string
    active: Defaulted<boolean>
    hidden: Defaulted<boolean>
  }
  recordingsFolder: {
    isThis: Defaulted<boolean>
    id: Defaulted<string>
    sweeps: Defaulted<number>
  }
  recoveryCodes: {
    clinicId: string
    userId: string
    codeHash: Buffer
    usedAt: Date | null
  }
  reviewerGroupMembers: {
    clinicId: string
    groupId: string
    reviewerId: string
  }
  reviewerGroups: {
    clinicId: string
    id: string
    groupName: string
    level: 'LEVEL_1' | 'LEVEL_2' | 'ALL_LEVELS'
    createdBy: string | null
    version: Defaulted<number>
  }
  rosterEntries: {
    clinicId: string
    id: Defaulted<string>
    providerId: string
    facilityId: string
    patientId: string
    day: string
    addedBy: string
    addedAt: Date
  }
  savedJobFilters: {
    clinicId: string
    userId: string
    page: 'MY_JOBS' | 'REVIEW'
    entries: Json<'savedJobFilters.entries'>
  }
  sectionTemplates: {
    clinicId: string
    id: string
    authorId: string | null
    name: string
    description: Defaulted<string>
    global: Defaulted<boolean>
    active: Defaulted<boolean>
    keytophraseEnabled: Defaulted<boolean>
    createdAt: Defaulted<Date>
    keyName: string
    exportToOtherAuthors: Defaulted<boolean>
    templateDrivenFlowEnabled: Defaulted<boolean>
    required: Defaulted<boolean>
    defaultValue: Defaulted<string>
    originId: string | null
    version: Defaulted<number>
    updatedAt: Defaulted<Date>
    deletedAt: Date | null
    searched: GeneratedAlways<string>
  }
  sentMails: {
    id: string
    isSent: boolean
    at: Date
  }
  sessions: {
    id: string
    clinicId: string | null
    userId: string
    parentId: string | null
    cookieHash: Buffer
    createdAt: Date
    lastActivityAt: Date
    endedAt: Date | null
    endReason: string | null
    ip: string | null
    userAgent: string | null
    loggingStatus: Defaulted<'SUCCESS' | 'FAILED'>
    provedAt: Date | null
  }
  signInDelays: {
    key: Buffer
    failures: number
    blockedUntil: Date | null
  }
  signInPolicies: {
    clinicId: string
    mode: 'OFF' | 'OFFERED' | 'REQUIRED'
    requiredTypes: Defaulted<string[]>
    requiredSince: Date | null
    version: Defaulted<number>
  }
  signUps: {
    id: string
    email: string
    firstName: string
    lastName: string
    phoneCountryCode: string
    phoneNumber: string
    clinicName: string
    timeZone: string
    passwordHash: string
    codeHash: string
    codeSentAt: Date
    codeExpiresAt: Date
    tries: Defaulted<number>
    createdAt: Date
  }
  subscriptions: {
    clinicId: string
    id: string
    facilityId: string
    plan: 'STANDARD' | 'STANDARD_ANNUAL' | 'ESSENTIALS'
    refId: string
    customerProfileId: string
    paymentProfileId: string
    amountCents: number
    currency: Defaulted<string>
    months: number
    gatewayId: string | null
    status: 'PENDING' | 'ACTIVE' | 'CANCELLED' | 'FAILED' | 'EXPIRED'
    startsOn: string
    paidThrough: string | null
    createdAt: Date
    createdBy: string
    cancelledAt: Date | null
    stoppedAt: Date | null
    missedOn: string | null
    missedNumber: number | null
    tries: Defaulted<number>
    nextTryOn: string | null
    triedAt: Date | null
  }
  systemHeadings: {
    name: string
    position: number
    spoken: Defaulted<string[]>
  }
  templateHeadings: {
    clinicId: string
    templateId: string
    id: string
    position: number
    customHeading: string
    systemHeading: string
    description: Defaulted<string>
    defaultValue: Defaulted<string>
    required: Defaulted<boolean>
    appendToDefault: Defaulted<boolean>
  }
  templatePhrases: {
    clinicId: string
    templateId: string
    phraseId: string
    headings: string[]
  }
  totpFactors: {
    clinicId: string
    userId: string
    sealedSecret: Buffer
    begunAt: Date
    confirmedAt: Date | null
    lastStep: Defaulted<number>
  }
  turnaroundTargets: {
    clinicId: string
    facilityId: string
    workType: Defaulted<string>
    priority: 'ROUTINE' | 'STAT'
    minutes: number
  }
  userPreferences: {
    clinicId: string
    userId: string
    chosen: Json<'userPreferences.chosen'>
  }
  users: {
    id: string
    clinicId: string | null
    email: string
    passwordHash: string | null
    firstName: string
    lastName: string
    fullName: GeneratedAlways<string>
    npi: string | null
    phoneCountryCode: string | null
    phoneNumber: string | null
    dob: string | null
    userType: 'doctor' | 'transcriptionist' | 'reviewer' | 'biller' | 'admin' | 'clinicAdmin' | 'dictaraGod'
    userPrivilege: 'NONE' | 'TRANSCRIPTION_ONLY' | 'REVIEWER_ONLY' | 'TRANSCRIPTION_REVIEWER'
    isEnabled: Defaulted<boolean>
    superAdmin: Defaulted<boolean>
    facilityAccess: Defaulted<boolean>
    selfReviewEnabled: Defaulted<boolean>
    activateRoster: Defaulted<boolean>
    billerId: string | null
    reviewerFlow: Defaulted<'NONE' | 'LEVEL_1' | 'LEVEL_2'>
    anyReviewerLevel1: Defaulted<boolean>
    anyReviewerLevel2: Defaulted<boolean>
    facilityAuthenticationNotification: Defaulted<boolean>
    jobUpdateNotification: Defaulted<boolean>
    emrSubmissionSuccessNotification: Defaulted<boolean>
    emrSubmissionFailureNotification: Defaulted<boolean>
    ehrDoctorId: string | null
    lastLoginAt: Date | null
    lastJobCreatedAt: Date | null
    lastJobCompletedAt: Date | null
    sealedDraftKey: Buffer | null
    version: Defaulted<number>
    createdAt: Defaulted<Date>
    address: Json<'users.address'> | null
    photoBlobId: string | null
    profilePic: GeneratedAlways<string | null>
    shortPassword: Defaulted<boolean>
    jobWords: GeneratedAlways<string>
  }
}
