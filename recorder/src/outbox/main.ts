import { serveOutbox } from './serve-outbox.ts'

void serveOutbox()
